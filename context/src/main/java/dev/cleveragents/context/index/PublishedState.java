package dev.cleveragents.context.index;

import dev.cleveragents.context.index.lucene.CommitData;
import dev.cleveragents.context.index.lucene.IndexFolder;
import dev.cleveragents.context.index.lucene.LiveSearcher;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.jspecify.annotations.Nullable;

/**
 * The newest complete state that readers may see. Looks for a newer one each time it is asked,
 * whichever process has written it, and opens only the segments that are new.
 *
 * <p>One atomic reference holds the newest state known, and with it one reference to its reader;
 * the caller that replaces a state releases the old one. A state is handed out only with a
 * reference of its own, which cannot be had once the reader is closed.
 */
final class PublishedState implements Closeable {

  /** A writer may delete a commit between our seeing it and our opening it. */
  private static final int TRIES = 20;

  private final IndexFolder folder;
  private final AtomicReference<@Nullable State> newest = new AtomicReference<>();

  PublishedState(IndexFolder folder) {
    this.folder = folder;
  }

  /**
   * A state that can be read.
   *
   * @param seen Lucene's newest commit when this was opened, complete or not
   */
  record State(LiveSearcher searcher, CommitData data, long seen) {

    IndexReader reader() {
      return searcher.getIndexReader();
    }
  }

  /**
   * The newest state, with a reference to its reader for the caller to give back.
   *
   * @throws IOException if the index is damaged, see {@link IndexFolder#damage}
   */
  State acquire() throws IOException {
    int failed = 0;
    while (true) {
      State known = newest.get();
      try {
        long seen = folder.newestCommit();
        if (known == null || known.seen() != seen) {
          replace(known, seen);
        } else if (known.reader().tryIncRef()) {
          return known;
        }
      } catch (IOException e) {
        failed++;
        if (failed == TRIES || IndexFolder.damage(e).isEmpty()) {
          throw e;
        }
      }
    }
  }

  private void replace(@Nullable State known, long seen) throws IOException {
    if (known != null && !known.reader().tryIncRef()) {
      return; // Another thread has replaced it.
    }
    try {
      State next = open(known, seen);
      if (newest.compareAndSet(known, next)) {
        release(known);
      } else {
        release(next);
      }
    } finally {
      release(known);
    }
  }

  private State open(@Nullable State known, long seen) throws IOException {
    Optional<IndexCommit> commit = folder.lastComplete();
    if (commit.isEmpty()) {
      return new State(new LiveSearcher(new MultiReader()), CommitData.NONE, seen);
    }
    CommitData data = CommitData.of(commit.get());
    if (known != null && known.data().equals(data)) {
      known.reader().incRef();
      return new State(known.searcher(), data, seen);
    }
    if (known != null
        && known.data().origin() == data.origin()
        && known.reader() instanceof DirectoryReader old) {
      DirectoryReader newer = DirectoryReader.openIfChanged(old, commit.get());
      if (newer != null) {
        return new State(new LiveSearcher(newer), data, seen);
      }
    }
    return new State(new LiveSearcher(DirectoryReader.open(commit.get())), data, seen);
  }

  private static void release(@Nullable State state) throws IOException {
    if (state != null) {
      state.reader().decRef();
    }
  }

  /** Forgets the state, so that the next one is read from disk altogether. */
  @Override
  public void close() throws IOException {
    release(newest.getAndSet(null));
  }
}
