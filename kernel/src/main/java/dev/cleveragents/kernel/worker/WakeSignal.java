package dev.cleveragents.kernel.worker;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes one waiting thread. A wake-up without a waiting thread is kept for the next wait; several
 * count as one.
 */
public final class WakeSignal {

  private final Semaphore pending = new Semaphore(0);

  /** Any thread may call it. */
  public void wake() {
    pending.release();
  }

  /** Waits for a wake-up, at most {@code atMost}; says whether there was one. */
  public boolean await(Duration atMost) throws InterruptedException {
    boolean woken = pending.tryAcquire(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
    if (woken) {
      pending.drainPermits();
    }
    return woken;
  }
}
