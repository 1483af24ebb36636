package dev.cleveragents.kernel.scope;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One thread of a scope. Callers can wait for its result; the scope waits for its end. */
public final class Fork<T> {

  private final String name;
  private final FutureTask<T> task;
  private volatile boolean fetched;

  Fork(String name, Callable<T> body) {
    this.name = name;
    this.task = new FutureTask<>(body);
  }

  /** What it was called when it was forked. */
  public String name() {
    return name;
  }

  /** Whether its body has ended, in whatever way. */
  public boolean isDone() {
    return task.isDone();
  }

  /**
   * Waits for the body's result.
   *
   * @throws ExecutionException if the body threw; the cause is what it threw
   * @throws TimeoutException if it has not ended in time
   */
  public T join(Duration atMost) throws InterruptedException, ExecutionException, TimeoutException {
    try {
      return task.get(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      fetched = true;
      throw e;
    }
  }

  /** What the body threw, if it has ended so and no {@link #join} has thrown it on. */
  Optional<Throwable> unfetchedFailure() {
    return fetched || task.state() != Future.State.FAILED
        ? Optional.empty()
        : Optional.of(task.exceptionNow());
  }

  void run() {
    task.run();
  }
}
