package dev.cleveragents.kernel.scope;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One thread of a scope: its result can be waited for, its end is the scope's to see to. */
public final class Fork<T> {

  private final String name;
  private final FutureTask<T> task;

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
    return task.get(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
  }

  void run() {
    task.run();
  }
}
