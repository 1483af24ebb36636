package dev.cleveragents.context.index.lucene;

import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexDeletionPolicy;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Lucene's folder. At most one writer is open on it, in whatever process: Lucene's write lock sees
 * to that. Readers need no lock.
 */
public final class IndexFolder implements Closeable {

  /** How much is gathered in memory before a segment is written. */
  private static final int BUFFER_MEGABYTES = 64;

  /**
   * Held, since otherwise it would be collected and lose its level: Lucene would tell every person
   * who searches that it would be a little faster with a Java module that is not final.
   */
  private static final Logger VECTORS =
      Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

  static {
    VECTORS.setLevel(Level.SEVERE);
  }

  private final Directory directory;

  public IndexFolder(Path folder) throws IOException {
    this.directory = FSDirectory.open(folder);
  }

  /** The number of Lucene's newest commit, complete or not; negative if there is none. */
  public long newestCommit() throws IOException {
    return SegmentInfos.getLastCommitGeneration(directory);
  }

  /** All commits, the oldest first. */
  public List<IndexCommit> commits() throws IOException {
    try {
      return DirectoryReader.listCommits(directory);
    } catch (IndexNotFoundException e) {
      return List.of();
    }
  }

  /** The last commit, if there is any. */
  public Optional<IndexCommit> last() throws IOException {
    List<IndexCommit> all = commits();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  /** The last complete commit, if there is any. */
  public Optional<IndexCommit> lastComplete() throws IOException {
    for (IndexCommit commit : commits().reversed()) {
      CommitData data = CommitData.of(commit);
      if (data.complete() && data.isOfThisFormat()) {
        return Optional.of(commit);
      }
    }
    return Optional.empty();
  }

  /** Opens the writer; nothing if one is open somewhere. */
  public Optional<IndexWriter> writer() throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig(new KeywordAnalyzer())
            .setIndexDeletionPolicy(new LastCompletePolicy())
            .setMergeScheduler(new InlineMergeScheduler())
            .setMaxFullFlushMergeWaitMillis(0) // Writing merges, before it commits.
            .setRAMBufferSizeMB(BUFFER_MEGABYTES)
            .setCommitOnClose(false);
    try {
      return Optional.of(new IndexWriter(directory, config));
    } catch (LockObtainFailedException e) {
      return Optional.empty();
    }
  }

  /**
   * Keeps two commits: the last complete one, which readers see, and the last one, from which an
   * unfinished update continues. Often they are the same.
   */
  private static final class LastCompletePolicy extends IndexDeletionPolicy {
    @Override
    public void onInit(List<? extends IndexCommit> commits) throws IOException {
      onCommit(commits);
    }

    @Override
    public void onCommit(List<? extends IndexCommit> commits) throws IOException {
      boolean found = false;
      for (int i = commits.size() - 1; i >= 0; i--) {
        IndexCommit commit = commits.get(i);
        boolean complete = CommitData.of(commit).complete();
        if (i < commits.size() - 1 && (found || !complete)) {
          commit.delete();
        }
        found |= complete;
      }
    }
  }

  /** Deletes everything; says whether it could, which it cannot while a writer is open. */
  public boolean wipe() throws IOException {
    try (Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
      for (String file : directory.listAll()) {
        lock.ensureValid();
        if (!file.equals(IndexWriter.WRITE_LOCK_NAME)) {
          directory.deleteFile(file);
        }
      }
      return true;
    } catch (LockObtainFailedException e) {
      return false;
    }
  }

  /** How much room it takes, as far as files stay where they are meanwhile. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (String file : directory.listAll()) {
      try {
        bytes += directory.fileLength(file);
      } catch (NoSuchFileException | FileNotFoundException e) {
        // A writer has just deleted it: then it takes no room.
      }
    }
    return bytes;
  }

  /** Why the index cannot be used as it is, if that is what went wrong. */
  public static Optional<String> damage(@Nullable Throwable thrown) {
    return switch (thrown) {
      case null -> Optional.empty();
      case IndexFormatTooOldException e -> Optional.of("it was written by an older Lucene");
      case IndexFormatTooNewException e -> Optional.of("it was written by a newer Lucene");
      case CorruptIndexException e -> Optional.of("it is damaged: " + e.getMessage());
      case EOFException e -> Optional.of("it is damaged: a file ends too early");
      case NoSuchFileException e -> Optional.of("it is damaged: a file is missing");
      // Also Lucene's own, when the list of segments is gone.
      case FileNotFoundException e -> Optional.of("it is damaged: a file is missing");
      default -> damage(thrown.getCause());
    };
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
