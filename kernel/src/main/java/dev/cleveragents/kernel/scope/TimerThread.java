package dev.cleveragents.kernel.scope;

import dev.cleveragents.kernel.log.SafeLog;
import dev.cleveragents.kernel.time.Timer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timer with one platform thread of its own, started with the first alarm. Setting and cancelling
 * one take time logarithmic in how many are set. Alarms are as many as their owners set: each
 * belongs to a token or a session, which are bounded.
 *
 * <p>Invariant: an action runs at most once, and never after its alarm's {@code cancel} has
 * returned true: the thread that takes the action out of its alarm's atomic reference decides. The
 * JDK's executor guards the rest.
 */
public final class TimerThread implements Timer, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TimerThread.class);
  private static final SafeLog faults = SafeLog.of(TimerThread.class);

  /** Actions are short; one that is not does not keep the owner from closing. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(2);

  private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
  private final ScheduledThreadPoolExecutor executor;
  private final Duration endsWithin;

  /** A timer that will take its thread from {@code threads}. */
  public TimerThread(ThreadFactories threads) {
    this(threads, ENDS_WITHIN);
  }

  /** The same, with another wait for the action that runs when it is closed. */
  TimerThread(ThreadFactories threads, Duration endsWithin) {
    this.endsWithin = endsWithin;
    this.executor =
        new ScheduledThreadPoolExecutor(
            1,
            action -> {
              Thread made = threads.platform().newThread(action);
              made.setName("timer");
              thread.set(made);
              return made;
            });
    executor.setRemoveOnCancelPolicy(true);
  }

  /** As promised by {@link Timer}; if no thread can be started, throws and keeps nothing. */
  @Override
  public Alarm schedule(Duration delay, Runnable action) {
    AtomicReference<@Nullable Runnable> pending = new AtomicReference<>(action);
    // Otherwise the executor would keep an alarm whose thread could not be started.
    executor.prestartCoreThread();
    try {
      long nanos = TimeUnit.NANOSECONDS.convert(delay);
      return new Scheduled(
          pending, executor.schedule(() -> ring(pending), nanos, TimeUnit.NANOSECONDS));
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("The timer is closed: this alarm would never ring", e);
    }
  }

  /**
   * Ends the thread; alarms that have not rung never will. Waits a moment for an action that is
   * running, unless it is the action that closes. A second close does nothing.
   */
  @Override
  public void close() {
    executor.shutdownNow();
    if (Thread.currentThread().equals(thread.get())) {
      return;
    }
    try {
      if (!executor.awaitTermination(endsWithin.toNanos(), TimeUnit.NANOSECONDS)) {
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

  private static void ring(AtomicReference<@Nullable Runnable> pending) {
    Runnable action = pending.getAndSet(null);
    if (action == null) {
      return;
    }
    try {
      action.run();
    } catch (Throwable e) {
      faults.error(
          e,
          "A timer's action threw; other alarms are not affected. Fix the action: it must not"
              + " throw");
    }
  }

  /** The executor's own answer would be true also while the action runs. */
  private record Scheduled(AtomicReference<@Nullable Runnable> pending, ScheduledFuture<?> place)
      implements Alarm {
    @Override
    public boolean cancel() {
      boolean inTime = pending.getAndSet(null) != null;
      if (inTime) {
        place.cancel(false);
      }
      return inTime;
    }
  }
}
