package dev.cleveragents.context.index;

import dev.cleveragents.context.index.lucene.CommitData;
import dev.cleveragents.context.index.lucene.IndexFields;
import dev.cleveragents.context.index.lucene.IndexFolder;
import dev.cleveragents.context.index.tree.ParallelWork;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LiveIndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;

/**
 * The index, open for writing. What was written and neither {@link #step stepped} nor {@link
 * #publish published} is gone when this is closed. May be used by many threads: Lucene's writer
 * guards itself.
 */
final class OpenIndexWriter implements Closeable {

  private static final int SEGMENTS_LEFT = 24;
  private static final int DELETED_PERCENT_LEFT = 50;

  private final IndexWriter writer;
  private final Optional<IndexCommit> last;
  private final CommitData before;

  private OpenIndexWriter(IndexWriter writer, Optional<IndexCommit> last, CommitData before) {
    this.writer = writer;
    this.last = last;
    this.before = before;
  }

  /**
   * Opens it; nothing if another has it open.
   *
   * @param seed what an index that holds nothing begins with
   */
  static Optional<OpenIndexWriter> open(IndexFolder folder, CommitData seed) throws IOException {
    Optional<IndexWriter> writer = folder.writer();
    if (writer.isEmpty()) {
      return Optional.empty();
    }
    boolean well = false;
    try {
      Optional<IndexCommit> last = folder.last();
      CommitData before = last.isPresent() ? CommitData.of(last.get()) : seed;
      well = true;
      return Optional.of(new OpenIndexWriter(writer.get(), last, before));
    } finally {
      if (!well) {
        writer.get().rollback();
      }
    }
  }

  /** What was last written down. */
  CommitData before() {
    return before;
  }

  /** What to do to bring it to this tree, from whatever was last written down. */
  TreeChanges compare(SourceTree.Listing listing, IndexRules rules) throws IOException {
    if (last.isEmpty()) {
      return TreeChanges.of(listing, rules, new MultiReader());
    }
    try (DirectoryReader reader = DirectoryReader.open(last.get())) {
      return TreeChanges.of(listing, rules, reader);
    }
  }

  /** Whether files are skipped because the repository lacked them; they may be there by now. */
  boolean lacksObjects() throws IOException {
    if (last.isEmpty()) {
      return false;
    }
    try (DirectoryReader reader = DirectoryReader.open(last.get())) {
      return FileDocuments.lacksObjects(reader);
    }
  }

  void add(Iterable<Document> documents) throws IOException {
    writer.addDocuments(documents);
  }

  void replace(String path, Iterable<Document> documents) throws IOException {
    writer.updateDocuments(new Term(IndexFields.PATH, path), documents);
  }

  void remove(Iterable<String> paths) throws IOException {
    for (String path : paths) {
      writer.deleteDocuments(new Term(IndexFields.PATH, path));
    }
  }

  void removeAll() throws IOException {
    writer.deleteAll();
  }

  /**
   * Leaves most merging to the next writer: for an update that a question waits for, or if
   * everything is being replaced, step by step, and what is merged now would soon be deleted.
   */
  void mergeLess() {
    writer
        .getConfig()
        .setMergePolicy(
            new TieredMergePolicy()
                .setSegmentsPerTier(SEGMENTS_LEFT)
                .setDeletesPctAllowed(DELETED_PERCENT_LEFT));
  }

  /**
   * Puts what is in memory on disk with several threads, since a commit alone puts one part after
   * the other there. Nothing is merged before all of it is there: what was replaced is then known
   * to be gone.
   */
  void flush(ParallelWork workers, CancellationToken token)
      throws IOException, InterruptedException {
    LiveIndexWriterConfig config = writer.getConfig();
    MergePolicy merging = config.getMergePolicy();
    config.setMergePolicy(NoMergePolicy.INSTANCE);
    workers.together((number, each) -> writer.flushNextBuffer(), this::close, token);
    config.setMergePolicy(merging);
  }

  /** Commits the progress; readers keep seeing what was published before. */
  void step(String tree, String rules) throws IOException {
    commit(before.begun(tree, rules));
  }

  /**
   * Lets readers see it all at once, under the next number, which is returned. Merges before:
   * Lucene does so after a commit, and what is merged then is gone when this is closed, to be
   * merged again by the next writer.
   */
  long publish(String tree, String rules) throws IOException {
    CommitData data = before.published(tree, rules);
    writer.maybeMerge();
    commit(data);
    return data.generation();
  }

  private void commit(CommitData data) throws IOException {
    writer.setLiveCommitData(data.toMap().entrySet());
    writer.commit();
  }

  /** Ends merges and everything else that is under way; a second time does nothing. */
  @Override
  public void close() throws IOException {
    writer.rollback();
  }
}
