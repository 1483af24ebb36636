package dev.cleveragents.kernel.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a worker behaves. Start from {@link #defaults} and change what differs.
 *
 * @param name for people; default {@code worker}
 * @param maxConcurrency the most bodies at once; default 8: bodies mostly wait for programs and
 *     models, so more than the cores, and few enough that one worker does not swamp a machine
 * @param execution where bodies run; default a virtual thread each
 * @param group serve only this group of jobs, or null for all; default all
 * @param pollEvery how often to poll without a notification; default 1 s: the safety net for a lost
 *     notification, not the way work is found
 * @param session the timing of heartbeats and of fencing
 * @param closing how long closing waits for bodies
 * @param errors the waits after errors of the store
 */
public record WorkerConfig(
    String name,
    int maxConcurrency,
    Execution execution,
    @Nullable String group,
    Duration pollEvery,
    SessionTiming session,
    ClosingTiming closing,
    ErrorWaits errors) {

  /** Where bodies run. */
  public enum Execution {
    /** Each in a virtual thread of its own. */
    VIRTUAL_THREADS,
    /** On the polling thread, one after the other. */
    INLINE
  }

  /**
   * The timing of heartbeats.
   *
   * @param beatEvery how often to send a beat; default 2 s: four beats may be lost before the
   *     session counts as dead
   * @param lease how long a beat may stay unchanged before the session counts as dead; default 10
   *     s: longer than any pause that is not a failure, short enough that jobs run again within 15
   *     s
   * @param fenceMargin how much earlier than that the worker stops its own bodies; default 2 s:
   *     time for them to end before another worker starts the same job
   */
  public record SessionTiming(Duration beatEvery, Duration lease, Duration fenceMargin) {

    public SessionTiming {
      requirePositive("beatEvery", beatEvery);
      requireNotNegative("fenceMargin", fenceMargin);
      if (lease.minus(fenceMargin).compareTo(beatEvery.multipliedBy(2)) < 0) {
        throw new IllegalArgumentException(
            "lease - fenceMargin must be at least two beats, or one lost beat stops all bodies:"
                + " lease is %s, fenceMargin %s, beatEvery %s"
                    .formatted(lease, fenceMargin, beatEvery));
      }
    }

    /** How long after a beat was sent the worker fences itself if no later one is answered. */
    Duration fenceAfter() {
      return lease.minus(fenceMargin);
    }
  }

  /**
   * How long closing waits.
   *
   * @param grace for bodies to finish by themselves; default 30 s: most steps do
   * @param cancelGrace for bodies to end after they were cancelled; default 5 s: enough to end a
   *     process tree
   */
  public record ClosingTiming(Duration grace, Duration cancelGrace) {

    public ClosingTiming {
      requireNotNegative("grace", grace);
      requireNotNegative("cancelGrace", cancelGrace);
    }
  }

  /**
   * The waits after errors of the store.
   *
   * @param first after a first error, doubled with each further one; default 100 ms: most errors
   *     pass
   * @param max the longest; default 5 s: below the lease, so that a store that comes back finds the
   *     session alive
   */
  public record ErrorWaits(Duration first, Duration max) {

    public ErrorWaits {
      requirePositive("first", first);
      if (max.compareTo(first) < 0) {
        throw new IllegalArgumentException(
            "max must not be below first, are %s and %s".formatted(max, first));
      }
    }
  }

  public WorkerConfig {
    if (maxConcurrency < 1) {
      throw new IllegalArgumentException("maxConcurrency must be at least 1, is " + maxConcurrency);
    }
    requirePositive("pollEvery", pollEvery);
  }

  /** Every setting at its default. */
  public static WorkerConfig defaults() {
    return new WorkerConfig(
        "worker",
        8,
        Execution.VIRTUAL_THREADS,
        null,
        Duration.ofSeconds(1),
        new SessionTiming(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(2)),
        new ClosingTiming(Duration.ofSeconds(30), Duration.ofSeconds(5)),
        new ErrorWaits(Duration.ofMillis(100), Duration.ofSeconds(5)));
  }

  /** The same with this name. */
  public WorkerConfig withName(String name) {
    return new WorkerConfig(
        name, maxConcurrency, execution, group, pollEvery, session, closing, errors);
  }

  /** The same with this many bodies at once. */
  public WorkerConfig withMaxConcurrency(int maxConcurrency) {
    return new WorkerConfig(
        name, maxConcurrency, execution, group, pollEvery, session, closing, errors);
  }

  /** The same with bodies running there. */
  public WorkerConfig withExecution(Execution execution) {
    return new WorkerConfig(
        name, maxConcurrency, execution, group, pollEvery, session, closing, errors);
  }

  /** The same, serving only this group. */
  public WorkerConfig withGroup(String group) {
    return new WorkerConfig(
        name, maxConcurrency, execution, group, pollEvery, session, closing, errors);
  }

  /** The same with this poll interval. */
  public WorkerConfig withPollEvery(Duration pollEvery) {
    return new WorkerConfig(
        name, maxConcurrency, execution, group, pollEvery, session, closing, errors);
  }

  /** The same with this heartbeat timing. */
  public WorkerConfig withSession(SessionTiming session) {
    return new WorkerConfig(
        name, maxConcurrency, execution, group, pollEvery, session, closing, errors);
  }

  /** The same with these waits when closing. */
  public WorkerConfig withClosing(ClosingTiming closing) {
    return new WorkerConfig(
        name, maxConcurrency, execution, group, pollEvery, session, closing, errors);
  }

  /** The same with these waits after errors. */
  public WorkerConfig withErrors(ErrorWaits errors) {
    return new WorkerConfig(
        name, maxConcurrency, execution, group, pollEvery, session, closing, errors);
  }

  private static void requirePositive(String name, Duration value) {
    if (!value.isPositive()) {
      throw new IllegalArgumentException(name + " must be positive, is " + value);
    }
  }

  private static void requireNotNegative(String name, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative, is " + value);
    }
  }
}
