package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.store.StoreClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * For each session, the start time from which its running jobs are counted: that of the oldest.
 * Jobs that it ran before have left dead entries in PostgreSQL's index, which are skipped this way.
 * All claims of a session use the same clock, up to a difference much smaller than the margin.
 */
final class RunningStartBounds {

  private static final Duration MARGIN = Duration.ofMillis(250);

  private final Map<SessionId, Long> bounds = new ConcurrentHashMap<>();

  /** The earliest start of a job that the session runs, in microseconds. */
  long of(SessionId session) {
    return bounds.getOrDefault(session, Long.MIN_VALUE);
  }

  /** Stores the start of the oldest job that the session runs; null if it runs none. */
  void saw(SessionId session, @Nullable Long oldest, Instant now) {
    Instant first = oldest == null ? now : StoreClock.instant(oldest);
    bounds.put(session, StoreClock.micros(first.minus(MARGIN)));
  }

  void over(SessionId session) {
    bounds.remove(session);
  }
}
