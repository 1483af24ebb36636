package dev.cleveragents.context.index;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.MultiReader;

/**
 * The vectors of a project's chunks, in a folder of their own: the index neither needs it nor knows
 * of it. They are kept by the hash of the text, so that a text is embedded once, wherever it moves.
 *
 * <p>Every commit can be read, and readers see the last. One updates at a time: threads of this
 * process take turns, and another process is told {@link UpdateResult.Outcome#BUSY}. A folder that
 * is damaged, or holds vectors of another model, reads as empty and is made new by the next update.
 */
public final class VectorStore implements AutoCloseable {

  private static final double BUFFER_MEGABYTES = 32;

  /** A writer may delete a commit between our seeing it and our opening it. */
  private static final int TRIES = 20;

  private final IndexFolder folder;
  private final Embedding embedding;
  private final int looksAtEach;
  private final Turns turns = new Turns();
  private final CancellationSource closing = new CancellationSource();
  private final AtomicBoolean closed = new AtomicBoolean();

  VectorStore(IndexFolder folder, Embedding embedding, int looksAtEach) {
    this.folder = folder;
    this.embedding = embedding;
    this.looksAtEach = looksAtEach;
  }

  /**
   * Opens the vectors in this folder, which is made if it is not there. Nothing is read or locked
   * yet, and the model is not asked.
   */
  public static VectorStore open(Path folder, Embedder embedder, Threads threads)
      throws IOException {
    return new VectorStore(
        new IndexFolder(folder), new Embedding(embedder, threads), Nearest.LOOKS_AT_EACH);
  }

  /**
   * Gives every chunk of the snapshot its vector. Only texts that have none are embedded, on a
   * platform thread, a few at once. Waits while another thread of this process does the same.
   *
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the token was cancelled, or this
   *     closed, before it was done; what is embedded so far, but for the last few hundred texts,
   *     can be found, and the next update goes on from there
   * @throws IOException if the disk fails; readers still see what they saw before
   */
  public UpdateResult update(IndexSnapshot snapshot, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    try (CancellationSource either = CancellationSource.linkedTo(token, closing.token())) {
      try (Turns.Turn _ = turns.take(either.token())) {
        return mending(snapshot, progress, either.token());
      }
    }
  }

  /** Has the model answer once, so that what it takes to load is behind it. */
  public void warmUp(CancellationToken token) throws IOException, InterruptedException {
    embedding.of(List.of("ready"), token);
  }

  /** What there is now; to be closed. Reads as empty if the folder is damaged. */
  public VectorSnapshot snapshot() {
    try {
      return opened();
    } catch (IOException e) {
      throw new UncheckedIOException("The vectors cannot be opened: " + e.getMessage(), e);
    }
  }

  /** Takes everything out; says whether it could, which it cannot while another process writes. */
  public boolean clear(CancellationToken token) throws IOException, InterruptedException {
    try (Turns.Turn _ = turns.take(token)) {
      return folder.wipe();
    }
  }

  /** How much room they take. */
  public long bytesOnDisk() throws IOException {
    return folder.bytes();
  }

  /**
   * Ends what is being embedded and lets go of the folder; open snapshots stay. A second close is
   * none.
   */
  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      closing.cancel(CancellationCause.closed("the vectors were closed"));
      turns.end();
      folder.close();
    }
  }

  private UpdateResult mending(IndexSnapshot snapshot, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    Optional<String> why;
    try {
      return written(snapshot, progress, token);
    } catch (IOException e) {
      why = Health.orThrow(e);
    }
    return folder.wipe() ? written(snapshot, progress, token).rebuiltBecause(why) : busy();
  }

  private UpdateResult written(IndexSnapshot snapshot, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    Optional<IndexWriter> opened = folder.writer(BUFFER_MEGABYTES);
    if (opened.isEmpty()) {
      return busy();
    }
    IndexWriter writer = opened.get();
    try {
      VectorCommit before = last();
      if (before.holds(embedding) && before.isOf(snapshot)) {
        return UpdateResult.of(UpdateResult.Outcome.UNCHANGED, before.generation());
      }
      if (!before.holds(embedding)) {
        writer.deleteAll();
      }
      VectorCommit.Numbers next = new VectorCommit.Numbers(before.generation());
      VectorUpdate.Done done =
          new VectorUpdate(
                  writer,
                  embedding,
                  complete -> {
                    VectorCommit now = VectorCommit.of(next.next(), embedding);
                    commit(complete ? now.completeFor(snapshot) : now, writer);
                  })
              .bring(snapshot, progress, token);
      return new UpdateResult(
          UpdateResult.Outcome.UPDATED,
          next.last(),
          done.written(),
          done.removed(),
          before.otherModel(embedding));
    } finally {
      writer.rollback();
    }
  }

  private static void commit(VectorCommit data, IndexWriter writer) throws IOException {
    Map<String, String> said = data.toMap();
    writer.setLiveCommitData(said.entrySet());
    writer.commit();
  }

  private VectorCommit last() throws IOException {
    Optional<IndexCommit> last = folder.last();
    return last.isPresent() ? VectorCommit.read(last.get()) : VectorCommit.NONE;
  }

  private UpdateResult busy() {
    try (VectorSnapshot now = snapshot()) {
      return UpdateResult.of(UpdateResult.Outcome.BUSY, now.generation());
    }
  }

  private VectorSnapshot opened() throws IOException {
    for (int tries = 0; tries < TRIES; tries++) {
      try {
        Optional<IndexCommit> last = folder.last();
        if (last.isEmpty()) {
          break;
        }
        VectorCommit data = VectorCommit.read(last.get());
        if (!data.holds(embedding)) {
          break;
        }
        return new VectorSnapshot(
            DirectoryReader.open(last.get()), embedding, data.generation(), looksAtEach);
      } catch (IOException e) {
        Health.orThrow(e);
      }
    }
    return new VectorSnapshot(new MultiReader(), embedding, 0, looksAtEach);
  }
}
