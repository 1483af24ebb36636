package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the jobs a session runs, from the oldest one on: what it ran before that has left dead
 * entries in PostgreSQL's index, which need not be walked over. Others that claim for the same
 * session do so by the same clock, give or take much less than the margin.
 */
final class RunningFloors {

  private static final Duration MARGIN = Duration.ofSeconds(2);

  private record Running(long count, long oldest) {}

  private final Map<SessionId, Long> floors = new ConcurrentHashMap<>();

  long count(Transaction transaction, SessionId session, Instant now) {
    Running running =
        transaction
            .first(
                "SELECT count(*), min(started_at) FROM jobs WHERE owner = ? AND started_at >= ?",
                row -> new Running(row.getLong(1), row.getLong(2)),
                session.toString(),
                floors.getOrDefault(session, Long.MIN_VALUE))
            .orElseThrow();
    Instant oldest = running.count == 0 ? now : StoreClock.instant(running.oldest);
    floors.put(session, StoreClock.micros(oldest.minus(MARGIN)));
    return running.count;
  }

  void over(SessionId session) {
    floors.remove(session);
  }
}
