package dev.cleveragents.context.index.tree;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Works through pieces on a few platform threads, and tells of each that is done on the caller's
 * own thread. The first failure ends it all. When it comes back, in whatever way, its threads have
 * ended.
 */
public final class ParallelWork {

  private static final long LOOKS_UP_EVERY_MILLIS = 50;

  private final ThreadFactories threads;
  private final int count;

  public ParallelWork(ThreadFactories threads, int count) {
    this.threads = threads;
    this.count = count;
  }

  /** Works on a piece, on one of the threads. */
  public interface Body<T> {
    void run(T piece, CancellationToken token) throws Exception;
  }

  /** Told on the caller's thread. */
  public interface Done<T> {
    void done(T piece) throws IOException;
  }

  /** Makes whatever a thread is in the middle of end soon. */
  public interface Abort {
    void run() throws IOException;
  }

  /** What a worker tells the caller's thread, which hears of one after the other. */
  private interface Report {
    /** Whether the worker has ended. */
    boolean hear() throws IOException, InterruptedException;
  }

  public <T> void each(
      List<T> pieces, Body<T> body, Done<T> done, Abort abort, CancellationToken token)
      throws IOException, InterruptedException {
    BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
    Iterator<T> left = pieces.iterator();
    try (Scope scope = Scope.open("index", threads, token)) {
      boolean well = false;
      try {
        int running = Math.min(count, pieces.size());
        for (int i = 0; i < running; i++) {
          scope.forkPlatform("worker-" + i, () -> work(left, body, done, reports, scope.token()));
        }
        while (running > 0) {
          token.throwIfCancelled();
          Report report = reports.poll(LOOKS_UP_EVERY_MILLIS, TimeUnit.MILLISECONDS);
          running -= report != null && report.hear() ? 1 : 0;
        }
        well = true;
      } finally {
        if (!well) {
          abort.run();
        }
      }
    }
  }

  /** Has every thread do the same once, all at the same time. */
  public void together(Body<Integer> body, Abort abort, CancellationToken token)
      throws IOException, InterruptedException {
    each(IntStream.range(0, count).boxed().toList(), body, number -> {}, abort, token);
  }

  private static <T> boolean work(
      Iterator<T> left,
      Body<T> body,
      Done<T> done,
      BlockingQueue<Report> reports,
      CancellationToken token) {
    try {
      for (T piece = next(left); piece != null; piece = next(left)) {
        token.throwIfCancelled();
        body.run(piece, token);
        T finished = piece;
        reports.add(
            () -> {
              done.done(finished);
              return false;
            });
      }
    } catch (Throwable e) {
      reports.add(() -> rethrow(e));
    } finally {
      reports.add(() -> true);
    }
    return true;
  }

  private static <T> @Nullable T next(Iterator<T> left) {
    synchronized (left) {
      return left.hasNext() ? left.next() : null;
    }
  }

  private static boolean rethrow(Throwable why) throws IOException, InterruptedException {
    switch (why) {
      case IOException e -> throw e;
      case InterruptedException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(why);
    }
  }
}
