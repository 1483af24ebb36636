package dev.cleveragents.kernel.job;

import java.time.Duration;

/**
 * How often a job is tried and how long it waits in between. The wait doubles with every counted
 * attempt up to the maximum, then jitter takes away up to half of it, so that jobs that failed
 * together do not come back together.
 *
 * @param maxAttempts attempts in all, the first included; default 3, because a worker that dies
 *     also costs one
 * @param firstWait the wait after the first failure, before jitter; default 1 s
 * @param maxWait the longest wait, before jitter, at most {@link JobProtocol#LONGEST_DELAY};
 *     default 5 min
 */
public record RetryPolicy(int maxAttempts, Duration firstWait, Duration maxWait) {

  /** Three attempts, one second doubling to five minutes. */
  public static final RetryPolicy STANDARD =
      new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofMinutes(5));

  /** One attempt: the first failure is final. */
  public static final RetryPolicy ONCE = STANDARD.withMaxAttempts(1);

  public RetryPolicy {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("maxAttempts must be at least 1, is " + maxAttempts);
    }
    if (firstWait.isNegative()
        || maxWait.compareTo(firstWait) < 0
        || maxWait.compareTo(JobProtocol.LONGEST_DELAY) > 0) {
      throw new IllegalArgumentException(
          "Waits must be 0 <= firstWait <= maxWait <= %s, are %s and %s"
              .formatted(JobProtocol.LONGEST_DELAY, firstWait, maxWait));
    }
  }

  /** The same waits with another number of attempts. */
  public RetryPolicy withMaxAttempts(int attempts) {
    return new RetryPolicy(attempts, firstWait, maxWait);
  }

  /**
   * The wait after {@code failures} counted attempts (at least 1).
   *
   * @param jitter from 0 (the whole wait) up to 1 (half of it)
   */
  public Duration waitAfter(int failures, double jitter) {
    double doubled = firstWait.toMillis() * Math.pow(2, failures - 1);
    double capped = Math.min(doubled, (double) maxWait.toMillis());
    return Duration.ofMillis(Math.round(capped * (1 - jitter / 2)));
  }
}
