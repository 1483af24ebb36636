package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The queries behind {@code list} and {@code counts} of the store. Read-only. */
final class JobReads {

  private final Transaction transaction;

  JobReads(Transaction transaction) {
    this.transaction = transaction;
  }

  List<AsyncJob> list(JobQuery query) {
    List<String> conditions = new ArrayList<>(List.of("true"));
    List<@Nullable Object> arguments = new ArrayList<>();
    add("status = ?", query.status() == null ? null : query.status().name(), conditions, arguments);
    if (query.status() != null && query.status() != AsyncJobStatus.SUCCEEDED) {
      // The index of these is known by this condition.
      conditions.add("status <> 'SUCCEEDED'");
    }
    add("type = ?", query.type(), conditions, arguments);
    add("job_group = ?", query.group(), conditions, arguments);
    add("id < ?", query.before() == null ? null : query.before().toString(), conditions, arguments);
    arguments.add(query.limit());
    String newest =
        "SELECT * FROM (SELECT %s FROM {table} WHERE %s ORDER BY id DESC LIMIT ?) AS {table}_newest"
            .formatted(JobColumns.ALL, String.join(" AND ", conditions));
    List<@Nullable Object> twice = new ArrayList<>(arguments);
    twice.addAll(arguments);
    twice.add(query.limit());
    return transaction.query(
        newest.replace("{table}", "job_active")
            + " UNION ALL "
            + newest.replace("{table}", "job_ended")
            + " ORDER BY id DESC LIMIT ?",
        JobColumns.ROW,
        twice.toArray());
  }

  private static void add(
      String condition,
      @Nullable String value,
      List<String> conditions,
      List<@Nullable Object> arguments) {
    if (value != null) {
      conditions.add(condition);
      arguments.add(value);
    }
  }

  JobCounts counts(Instant now) {
    long micros = StoreClock.micros(now);
    Map<AsyncJobStatus, Integer> byStatus = new EnumMap<>(AsyncJobStatus.class);
    for (AsyncJobStatus status : AsyncJobStatus.values()) {
      byStatus.put(status, 0);
    }
    String counting =
        """
        SELECT status, count(*) AS jobs FROM job_active GROUP BY status UNION ALL
        SELECT status, count(*) FROM job_ended WHERE status <> 'SUCCEEDED' GROUP BY status
        UNION ALL SELECT 'SUCCEEDED', (SELECT count(*) FROM job_ended)
                    - (SELECT count(*) FROM job_ended WHERE status <> 'SUCCEEDED')
        """;
    record StatusCount(AsyncJobStatus status, int jobs) {}
    transaction
        .query(counting, RowMapper.of(StatusCount.class))
        .forEach(it -> byStatus.put(it.status, it.jobs));
    record WaitingJobs(int delayed, @Nullable Instant oldest) {}
    // A job without a delay is ready whatever clock this process reads, be it some moments behind.
    WaitingJobs waiting =
        transaction
            .first(
                """
                SELECT count(CASE WHEN stand = 'D' AND due_at > ? THEN 1 END) AS delayed,
                       min(CASE WHEN stand = 'D' AND due_at > ? THEN NULL ELSE due_at END) AS oldest
                FROM job_active WHERE status = 'QUEUED'
                """,
                RowMapper.of(WaitingJobs.class),
                micros,
                micros)
            .orElseThrow();
    return new JobCounts(byStatus, waiting.delayed, age(waiting.oldest, now));
  }

  private static @Nullable Duration age(@Nullable Instant since, Instant now) {
    if (since == null) {
      return null;
    }
    Duration age = Duration.between(since, now);
    return age.isNegative() ? Duration.ZERO : age;
  }
}
