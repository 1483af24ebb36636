package dev.cleveragents.kernel.worker;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes one waiting thread. A wake-up without a waiting thread is kept for the next wait; several
 * count as one.
 */
final class WakeSignal {

  private final Semaphore pending = new Semaphore(0);

  void wake() {
    pending.release();
  }

  /** Waits for a wake-up, at most {@code atMost}. */
  void await(Duration atMost) throws InterruptedException {
    if (pending.tryAcquire(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS)) {
      pending.drainPermits();
    }
  }
}
