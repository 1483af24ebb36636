package dev.cleveragents.context.index;

import dev.cleveragents.context.index.lucene.CommitData;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.lucene.IndexFolder;
import dev.cleveragents.context.index.lucene.LiveSearcher;
import dev.cleveragents.context.index.parse.FileParser;
import dev.cleveragents.context.index.tree.ParallelWork;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.MultiReader;

/**
 * The index of a project: one folder on disk that holds one tree at a time.
 *
 * <p>Readers never wait and never see half a tree. A change is written in commits that say of
 * themselves whether they are complete. Only a complete one is read, in this process or another;
 * the last complete one is kept until the next is there. An unfinished one is what a killed or
 * cancelled update left, and what the next one continues.
 *
 * <p>One writes at a time. In this process writers take turns, the syntax pass gives its turn up
 * after each step, so that an update of the text does not wait for all of it. Across processes
 * Lucene's write lock decides, and a process that does not get it reports {@link
 * UpdateResult.Outcome#BUSY} and reads what the other publishes. Whether one is writing shows only
 * while it is: an index that is open but not being updated blocks no writer.
 *
 * <p>A folder that is damaged, or was written in another format, is made new by the next update,
 * whose result says so; until then it reads as empty.
 */
public final class ProjectIndex implements AutoCloseable {

  private static final int WORKERS = 2;

  private final IndexFolder folder;
  private final IndexSettings settings;
  private final ParallelWork workers;
  private final PublishedState published;
  private final IndexHealth health;
  private final IndexCache memory;
  private final WriteLock turns = new WriteLock();
  private final CancellationSource closing = new CancellationSource();
  private final AtomicBoolean closed = new AtomicBoolean();

  private ProjectIndex(
      IndexFolder folder,
      IndexSettings settings,
      ThreadFactories threads,
      TimeSource time,
      IndexCache memory) {
    this.folder = folder;
    this.memory = memory;
    this.settings = settings;
    this.workers = new ParallelWork(threads, WORKERS);
    this.published = new PublishedState(folder);
    this.health = new IndexHealth(folder, published, time);
  }

  /**
   * Opens the index in this folder, which is made if it is not there. Nothing is read or locked
   * yet.
   */
  public static ProjectIndex open(
      Path folder,
      IndexSettings settings,
      ThreadFactories threads,
      TimeSource time,
      IndexCache memory)
      throws IOException {
    return new ProjectIndex(new IndexFolder(folder), settings, threads, time, memory);
  }

  /**
   * Makes the index hold this tree. Only what differs in content is read; what is gone leaves no
   * trace. Waits while another thread of this process is writing.
   *
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the token was cancelled, or the
   *     index closed, before it was done; the next update continues from there
   * @throws IOException if the disk fails; readers still see what they saw before
   */
  public UpdateResult update(SourceTree tree, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    Optional<String> id = tree.knownId();
    Optional<UpdateResult> held = id.isPresent() ? ifHeld(id.get()) : Optional.empty();
    if (held.isPresent()) {
      return held.get();
    }
    try (CancellationSource either = CancellationSource.linkedTo(token, closing.token())) {
      try (WriteLock.Turn _ = turns.take(either.token())) {
        return updateOrRebuild(tree, progress, either.token());
      }
    }
  }

  /**
   * Has the syntax of those files read whose text alone is known, in steps that readers see one
   * after the other, until none is left.
   */
  public UpdateResult updateSyntax(FileParser reader, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    return updateSyntax(reader, settings.stepFiles(), progress, token);
  }

  /** The same in steps of at most {@code stepFiles} files. */
  public UpdateResult updateSyntax(
      FileParser reader, int stepFiles, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    try (CancellationSource either = CancellationSource.linkedTo(token, closing.token())) {
      return new SyntaxUpdate(this, stepFiles, reader, progress).run(either.token());
    }
  }

  /** What the index holds now; to be closed. Reads as empty if the folder is damaged. */
  public IndexSnapshot snapshot() {
    try {
      PublishedState.State state = published.acquire();
      CommitData data = state.data();
      return new IndexSnapshot(
          state.searcher(),
          new IndexSnapshot.About(data.generation(), data.tree(), settings.rules()),
          memory);
    } catch (IOException e) {
      if (IndexFolder.damage(e).isEmpty()) {
        throw new UncheckedIOException("The index cannot be opened: " + e.getMessage(), e);
      }
      return empty();
    }
  }

  /** What the index holds, in numbers. */
  public IndexStatus status() throws IOException {
    try (IndexSnapshot snapshot = snapshot()) {
      FileDocuments files = snapshot.files();
      return new IndexStatus(
          snapshot.generation(),
          snapshot.tree(),
          snapshot.coverage().files(),
          files.chunks(),
          files.sizes().stream().mapToLong(IndexSnapshot.FileSize::bytes).sum(),
          snapshot.skipped(),
          snapshot.coverage(),
          folder.bytes(),
          health.unfinished(),
          health.trouble());
    }
  }

  /** Takes everything out; says whether it could, which it cannot while another process writes. */
  public boolean clear(CancellationToken token) throws IOException, InterruptedException {
    try (WriteLock.Turn _ = turns.take(token)) {
      CommitData seed = health.seed();
      if (health.trouble().isPresent() && !health.wipe()) {
        return false;
      }
      Optional<OpenIndexWriter> opened = OpenIndexWriter.open(folder, seed);
      if (opened.isEmpty()) {
        return false;
      }
      try (OpenIndexWriter writing = opened.get()) {
        writing.removeAll();
        writing.publish("", "");
        return true;
      }
    }
  }

  /**
   * Ends what is being written and releases the folder; open snapshots stay. A second close is
   * none.
   */
  @Override
  public void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    closing.cancel(CancellationCause.closed("the index was closed"));
    turns.end();
    published.close();
    folder.close();
  }

  /** Without the lock: readers see what was published, and that is this tree under these rules. */
  private Optional<UpdateResult> ifHeld(String tree) throws IOException {
    try {
      PublishedState.State state = published.acquire();
      try {
        CommitData data = state.data();
        return data.tree().equals(tree)
                && data.rules().equals(settings.rules().fingerprint())
                && !FileDocuments.lacksObjects(state.reader())
            ? Optional.of(UpdateResult.of(UpdateResult.Outcome.UNCHANGED, data.generation()))
            : Optional.empty();
      } finally {
        state.reader().decRef();
      }
    } catch (IOException e) {
      IndexHealth.orThrow(e);
      return Optional.empty();
    }
  }

  private UpdateResult updateOrRebuild(SourceTree tree, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    CommitData seed = health.seed();
    Optional<String> why = health.trouble();
    if (why.isEmpty()) {
      try {
        return written(tree, seed, progress, token);
      } catch (IOException e) {
        why = IndexHealth.orThrow(e);
      }
    }
    return health.wipe() ? written(tree, seed, progress, token).rebuiltBecause(why) : busy();
  }

  private UpdateResult written(
      SourceTree tree, CommitData seed, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    Optional<OpenIndexWriter> opened = OpenIndexWriter.open(folder, seed);
    if (opened.isEmpty()) {
      return busy();
    }
    try (OpenIndexWriter writing = opened.get()) {
      return new TextUpdate(writing, settings, workers, progress).bring(tree, token);
    }
  }

  /**
   * Puts the syntax of these files in, as far as the index still has the same content of them.
   *
   * @param last whether no other step is known to follow
   */
  UpdateResult writeSyntax(
      List<DocumentFactory.TextFile> read, boolean last, CancellationToken token)
      throws IOException, InterruptedException {
    try (WriteLock.Turn _ = turns.take(token)) {
      Optional<OpenIndexWriter> opened = OpenIndexWriter.open(folder, CommitData.NONE);
      if (opened.isEmpty()) {
        return busy();
      }
      try (OpenIndexWriter writing = opened.get();
          IndexSnapshot now = snapshot()) {
        CommitData before = writing.before();
        if (!before.complete()) {
          return UpdateResult.of(UpdateResult.Outcome.UNFINISHED, now.generation());
        }
        if (!last) {
          writing.mergeLess();
        }
        List<DocumentFactory.TextFile> current =
            read.stream()
                .filter(f -> now.hash(f.path()).equals(Optional.of(f.content().hash())))
                .toList();
        workers.each(
            current,
            (file, each) -> writing.replace(file.path(), DocumentFactory.of(file)),
            file -> {},
            writing::close,
            token);
        writing.flush(workers, token);
        long generation = writing.publish(before.tree(), before.rules());
        return new UpdateResult(
            UpdateResult.Outcome.UPDATED, generation, current.size(), 0, Optional.empty());
      }
    }
  }

  private UpdateResult busy() {
    try (IndexSnapshot snapshot = snapshot()) {
      return UpdateResult.of(UpdateResult.Outcome.BUSY, snapshot.generation());
    }
  }

  private IndexSnapshot empty() {
    try {
      return new IndexSnapshot(
          new LiveSearcher(new MultiReader()),
          new IndexSnapshot.About(0, "", settings.rules()),
          memory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets one thread of this process write at a time, in the order they came. */
  private static final class WriteLock {

    private static final long LOOKS_UP_EVERY_MILLIS = 50;

    private final Semaphore permit = new Semaphore(1, true);

    /** Released by its holder. */
    interface Turn extends AutoCloseable {
      @Override
      void close();
    }

    /** Waits for the turn. */
    Turn take(CancellationToken token) throws InterruptedException {
      do {
        token.throwIfCancelled();
      } while (!permit.tryAcquire(LOOKS_UP_EVERY_MILLIS, TimeUnit.MILLISECONDS));
      return permit::release;
    }

    /** Waits for the last turn that there will be. */
    void end() {
      permit.acquireUninterruptibly();
    }
  }
}
