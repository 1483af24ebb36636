package dev.cleveragents.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One submitted unit of work: its input, its deadline and its answer. The future guards the answer,
 * which is given once.
 */
final class PendingUnit<I, O> {

  final BatchedWork<I, O> work;
  final I input;
  final long deadline;

  /** Whether the caller is a virtual thread. */
  final boolean virtual = Thread.currentThread().isVirtual();

  private final CompletableFuture<O> answer = new CompletableFuture<>();
  private @Nullable O prepared;

  PendingUnit(BatchedWork<I, O> work, I input, long deadline) {
    this.work = work;
    this.input = input;
    this.deadline = deadline;
  }

  /** Keeps the answer until the commit. Called by the lane's thread only. */
  @SuppressWarnings("unchecked") // the lane pairs every unit with an answer of its own kind
  void prepare(@Nullable Object result) {
    prepared = (O) result;
  }

  /** Gives the caller the prepared answer. */
  @SuppressWarnings("NullAway") // an answer may be null where the kind of work says so
  void give() {
    answer.complete(prepared);
  }

  void fail(Throwable reason) {
    answer.completeExceptionally(reason);
  }

  /**
   * The answer. An interrupt does not end the wait, because the unit may be committed already; the
   * interrupt flag is set again afterwards.
   *
   * @throws TimeoutException if there is no answer in time
   */
  O await(long nanos) throws TimeoutException, ExecutionException {
    boolean interrupted = false;
    long end = System.nanoTime() + nanos;
    try {
      while (true) {
        try {
          return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
