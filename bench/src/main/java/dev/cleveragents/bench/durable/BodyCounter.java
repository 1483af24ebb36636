package dev.cleveragents.bench.durable;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts the running bodies of one contender and records the start time of some. */
final class BodyCounter {

  private final AtomicLong ran = new AtomicLong();
  private final AtomicLong firstAt = new AtomicLong();
  private final AtomicLongArray startedAt;

  /** For jobs numbered from 0 to below this. */
  BodyCounter(int numbered) {
    this.startedAt = new AtomicLongArray(numbered);
  }

  void ran() {
    ran(1);
  }

  void ran(long more) {
    if (firstAt.get() == 0) {
      firstAt.compareAndSet(0, System.nanoTime());
    }
    ran.addAndGet(more);
  }

  /** The job of this number has started; only its first start counts. */
  void started(int number) {
    startedAt.compareAndSet(number, 0, System.nanoTime());
    ran();
  }

  long count() {
    return ran.get();
  }

  /** Forgets when the first body ran. */
  void mark() {
    firstAt.set(0);
  }

  /** When the first body since the mark ran, 0 if none has. */
  long firstAt() {
    return firstAt.get();
  }

  /** When the job of this number started, 0 if it has not. */
  long startOf(int number) {
    return startedAt.get(number);
  }
}
