package dev.cleveragents.kernel.job;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs things at the same time: each on its own thread, all let go by one barrier. */
final class ConcurrentCalls implements AutoCloseable {

  private static final long DEADLINE_SECONDS = 300;

  private final ExecutorService threads;
  private final CyclicBarrier barrier;

  ConcurrentCalls(int threads) {
    this.threads = Executors.newFixedThreadPool(threads);
    this.barrier = new CyclicBarrier(threads);
  }

  /** Runs as many tasks as there are threads; their answers, in the order of the tasks. */
  <T> List<T> run(List<Callable<T>> tasks) {
    List<Future<T>> futures = new ArrayList<>();
    for (Callable<T> task : tasks) {
      futures.add(
          threads.submit(
              () -> {
                barrier.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
                return task.call();
              }));
    }
    List<T> answers = new ArrayList<>();
    for (Future<T> future : futures) {
      answers.add(answer(future));
    }
    return answers;
  }

  private static <T> T answer(Future<T> future) {
    try {
      return future.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("One of them failed", e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("Not all came to an end", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
