package dev.cleveragents.kernel.breaker;

import java.time.Duration;

/**
 * How patient a {@link CircuitBreaker} is.
 *
 * @param failureThreshold failures in a row that open a circuit. Default 3: one failure is chance,
 *     two may be, three in a row are a state
 * @param openFor how long a freshly opened circuit refuses calls before one trial is let through.
 *     Default 30 s: long enough for a service to restart, short enough that a person does not give
 *     up on it
 * @param maxOpenFor the longest such wait; every failed trial doubles the wait up to this. Default
 *     10 min: what is down for hours costs a call every ten minutes, and is back ten minutes after
 *     it recovered
 * @param trialDeadline how long a trial may go without an outcome before it counts as failed.
 *     Default 60 s: longer than an honest call, and a caller that died with its permit shuts the
 *     circuit for no longer than that
 */
public record BreakerSettings(
    int failureThreshold, Duration openFor, Duration maxOpenFor, Duration trialDeadline) {

  private static final Duration LONGEST = Duration.ofDays(365);

  /**
   * Checks the arguments.
   *
   * @throws IllegalArgumentException if the threshold is not 1 to 1,000, a duration is not positive
   *     or longer than 365 days, or {@code maxOpenFor} is shorter than {@code openFor}
   */
  public BreakerSettings {
    if (failureThreshold < 1 || failureThreshold > OutcomeWord.MAX_THRESHOLD) {
      throw new IllegalArgumentException(
          "failureThreshold is %d. Give a number of failures from 1 to %d"
              .formatted(failureThreshold, OutcomeWord.MAX_THRESHOLD));
    }
    check("openFor", openFor);
    check("maxOpenFor", maxOpenFor);
    check("trialDeadline", trialDeadline);
    if (maxOpenFor.compareTo(openFor) < 0) {
      throw new IllegalArgumentException(
          "maxOpenFor (%s) is shorter than openFor (%s). Raise the one or lower the other"
              .formatted(maxOpenFor, openFor));
    }
  }

  /** The defaults given at each component. */
  public static BreakerSettings defaults() {
    return new BreakerSettings(
        3, Duration.ofSeconds(30), Duration.ofMinutes(10), Duration.ofSeconds(60));
  }

  /** The same with another threshold. */
  public BreakerSettings withFailureThreshold(int threshold) {
    return new BreakerSettings(threshold, openFor, maxOpenFor, trialDeadline);
  }

  /** The wait after a trial that failed. */
  Duration openForAfter(Duration openFor) {
    Duration doubled = openFor.multipliedBy(2);
    return doubled.compareTo(maxOpenFor) < 0 ? doubled : maxOpenFor;
  }

  private static void check(String name, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s is %s. Give a duration above zero and of at most 365 days".formatted(name, value));
    }
  }
}
