package dev.cleveragents.kernel.worker;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes one waiting thread. A wake-up that comes while nobody waits is kept for the next wait; many
 * are one.
 */
final class Signal {

  private final Semaphore pending = new Semaphore(0);

  void wake() {
    pending.release();
  }

  /** Waits for a wake-up, at most so long. */
  void await(Duration atMost) throws InterruptedException {
    if (pending.tryAcquire(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS)) {
      pending.drainPermits();
    }
  }
}
