package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.store.StoreClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * From when on the jobs that a session runs are counted, the oldest one: what it ran before that
 * has left dead entries in PostgreSQL's index, which need not be walked over. Others that claim for
 * the same session do so by the same clock, give or take much less than the margin.
 */
final class RunningFloors {

  private static final Duration MARGIN = Duration.ofMillis(250);

  private final Map<SessionId, Long> floors = new ConcurrentHashMap<>();

  /** From when on what the session runs was started, in microseconds. */
  long of(SessionId session) {
    return floors.getOrDefault(session, Long.MIN_VALUE);
  }

  /** The oldest that it runs was started then; nothing runs if that is null. */
  void saw(SessionId session, @Nullable Long oldest, Instant now) {
    Instant first = oldest == null ? now : StoreClock.instant(oldest);
    floors.put(session, StoreClock.micros(first.minus(MARGIN)));
  }

  void over(SessionId session) {
    floors.remove(session);
  }
}
