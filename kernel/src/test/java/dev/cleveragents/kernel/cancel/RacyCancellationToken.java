package dev.cleveragents.kernel.cancel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Exhibit: the original's token, as faithful as Java allows. It wraps an event that can be set,
 * cleared and waited for; {@code reset} clears it whatever others are doing. Each single call is
 * safe, and still a cancellation gets lost: what a thread has seen can be taken back before it has
 * acted on it. Kept so that the checks are seen to catch it.
 */
final class RacyCancellationToken {

  private final Event cancelled = new Event();

  void cancel() {
    cancelled.set();
  }

  boolean isCancelled() {
    return cancelled.isSet();
  }

  /** Returns whether it was woken, or found it set: not whether it is set now. */
  boolean await(Duration timeout) throws InterruptedException {
    return cancelled.await(timeout);
  }

  void reset() {
    cancelled.clear();
  }

  /** The original platform's event: a flag with a condition. */
  private static final class Event {
    private final Object condition = new Object();

    @GuardedBy("condition")
    private boolean flag;

    @GuardedBy("condition")
    private long sets;

    void set() {
      synchronized (condition) {
        flag = true;
        sets++;
        condition.notifyAll();
      }
    }

    void clear() {
      synchronized (condition) {
        flag = false;
      }
    }

    boolean isSet() {
      synchronized (condition) {
        return flag;
      }
    }

    boolean await(Duration timeout) throws InterruptedException {
      synchronized (condition) {
        long before = sets;
        long deadline = System.nanoTime() + timeout.toNanos();
        long left = timeout.toNanos();
        while (!flag && sets == before && left > 0) {
          TimeUnit.NANOSECONDS.timedWait(condition, left);
          left = deadline - System.nanoTime();
        }
        return flag || sets != before;
      }
    }
  }
}
