package dev.cleveragents.kernel.scope;

import dev.cleveragents.kernel.time.Timer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timer with one platform thread of its own, started with the first alarm. A cancelled alarm
 * leaves nothing behind; an action that throws does not stop the others. Alarms are as many as
 * their owners set: each belongs to a token or a session, which are bounded.
 */
public final class TimerThread implements Timer, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TimerThread.class);

  /** Actions are short; one that is not does not keep the owner from closing. */
  private static final long ENDS_WITHIN_SECONDS = 2;

  private final ScheduledThreadPoolExecutor executor;

  public TimerThread(Threads threads) {
    this.executor =
        new ScheduledThreadPoolExecutor(
            1,
            action -> {
              Thread thread = threads.platform().newThread(action);
              thread.setName("timer");
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Alarm schedule(Duration delay, Runnable action) {
    try {
      ScheduledFuture<?> pending =
          executor.schedule(() -> ring(action), delay.toNanos(), TimeUnit.NANOSECONDS);
      return () -> pending.cancel(false);
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("The timer is closed: this alarm would never ring", e);
    }
  }

  /** Ends the thread; alarms that have not rung never will. A second close does nothing. */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        log.warn("The timer was closed while an action still runs");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many alarms are set and have not rung. */
  int pendingAlarms() {
    return executor.getQueue().size();
  }

  private static void ring(Runnable action) {
    try {
      action.run();
    } catch (Throwable e) {
      log.error("A timer's action failed", e);
    }
  }
}
