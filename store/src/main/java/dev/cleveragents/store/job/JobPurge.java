package dev.cleveragents.store.job;

import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.key.IndexedText;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Deletes jobs that ended long ago, with their attempts and idempotency keys. */
record JobPurge(Instant now, Duration age, int limit) {

  private static final Duration NEVER = Duration.ofDays(365_000);

  private record Old(String id, @Nullable String idempotencyKey) {}

  int run(Transaction transaction) {
    if (age.compareTo(NEVER) > 0) {
      return 0;
    }
    List<Old> old =
        transaction.query(
            """
            SELECT id, idempotency_key FROM job_ended WHERE ended_at < ?
            ORDER BY ended_at, id LIMIT ? {skip}
            """,
            RowMapper.of(Old.class),
            StoreClock.micros(now.minus(age)),
            limit);
    if (!old.isEmpty()) {
      IdList ids = new IdList(old.stream().map(Old::id).toList());
      List<String> keys =
          old.stream()
              .map(Old::idempotencyKey)
              .filter(Objects::nonNull)
              .map(IndexedText::of)
              .toList();
      transaction.update("DELETE FROM job_attempts WHERE job_id {ids}", ids);
      transaction.update("DELETE FROM job_idempotency_keys WHERE key {ids}", new IdList(keys));
      transaction.update("DELETE FROM job_ended WHERE id {ids}", ids);
    }
    return old.size();
  }
}
