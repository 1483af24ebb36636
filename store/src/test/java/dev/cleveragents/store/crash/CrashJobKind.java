package dev.cleveragents.store.crash;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The kinds of jobs: what each asks for, how long it takes, and how it may end. */
enum CrashJobKind {
  PLAIN(5),
  KEYED(3),
  TWO_KEYS(3),
  POOLED(10),
  DELAYED(5),
  /** Fails the first time. */
  FLAKY(5),
  /** Fails every time. */
  DOOMED(5),
  /** Is enqueued several times. */
  ONCE(5),
  /** Takes long enough to be caught in the middle, and heeds no token. */
  STUBBORN(600),
  /** Is cancelled by the process that enqueued it. */
  UNWANTED(150);

  static final KeyLimits LIMITS = new KeyLimits(Map.of("pool", 3));

  /** Deaths of workers count as attempts; they must not use them up. */
  private static final RetryPolicy PATIENT =
      new RetryPolicy(1_000, Duration.ofMillis(50), Duration.ofMillis(500));

  /** The kinds in the order jobs are made: the common ones more often. */
  private static final List<CrashJobKind> MIX =
      List.of(
          PLAIN, KEYED, FLAKY, PLAIN, TWO_KEYS, ONCE, POOLED, PLAIN, DELAYED, KEYED, UNWANTED,
          PLAIN, STUBBORN, DOOMED, ONCE, TWO_KEYS);

  final Duration takes;

  CrashJobKind(int takesMillis) {
    this.takes = Duration.ofMillis(takesMillis);
  }

  /** The kind of the n-th job. */
  static CrashJobKind ofNumber(int n) {
    return MIX.get(n % MIX.size());
  }

  static CrashJobKind ofType(String type) {
    return valueOf(type);
  }

  JobSpec spec(int n) {
    JobSpec spec =
        JobSpec.of(name())
            .withPayload(String.valueOf(n))
            .withPriority(n % 5 - 2)
            .withRetry(PATIENT);
    return switch (this) {
      case KEYED -> spec.withKeys("key-" + n % 7);
      case TWO_KEYS -> spec.withKeys("key-" + n % 7, "other-" + n % 4);
      case POOLED -> spec.withKeys("pool");
      case DELAYED -> spec.withDelay(Duration.ofMillis(400));
      case DOOMED -> spec.withKeys("key-" + n % 7).withRetry(PATIENT.withMaxAttempts(2));
      case ONCE -> spec.withIdempotencyKey("once-" + n);
      case STUBBORN -> n % 3 == 0 ? spec.withKeys("slow-" + n % 5) : spec;
      case UNWANTED -> n % 2 == 0 ? spec.withKeys("unwanted") : spec;
      case PLAIN, FLAKY -> spec;
    };
  }

  Set<AsyncJobStatus> mayEnd() {
    return switch (this) {
      case DOOMED -> Set.of(AsyncJobStatus.FAILED);
      case UNWANTED -> Set.of(AsyncJobStatus.CANCELLED, AsyncJobStatus.SUCCEEDED);
      default -> Set.of(AsyncJobStatus.SUCCEEDED);
    };
  }
}
