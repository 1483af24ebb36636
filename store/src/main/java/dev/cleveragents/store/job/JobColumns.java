package dev.cleveragents.store.job;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.JobTimes;
import dev.cleveragents.kernel.job.RetryPolicy;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.job.key.KeyListText;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.RowReader;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The columns of a job, the same in both tables and in this order. */
final class JobColumns {

  /** The columns of a job, as a list for a statement. */
  static final String ALL =
      "id, type, payload, keys, priority, delay, idempotency_key, job_group, max_attempts,"
          + " first_wait, max_wait, rank, status, attempts, leases, owner, cancel_reason, message,"
          + " enqueued_at, due_at, started_at, ended_at";

  /** A question mark for each column. */
  static final String MARKS = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";

  private JobColumns() {}

  /** Reads a job. */
  static final RowReader<AsyncJob> ROW = RowMapper.of(Row.class).then(Row::job);

  /** The columns of a job, by name. */
  record Row(
      JobId id,
      String type,
      String payload,
      @Nullable String keys,
      int priority,
      @Nullable String delay,
      @Nullable String idempotencyKey,
      @Nullable String jobGroup,
      RetryPolicy retry,
      long rank,
      AsyncJobStatus status,
      int attempts,
      long leases,
      @Nullable SessionId owner,
      @Nullable String cancelReason,
      @Nullable String message,
      JobTimes times) {

    AsyncJob job() {
      Duration wait = delay == null ? Duration.ZERO : Duration.parse(delay);
      JobSpec spec =
          new JobSpec(
              type,
              payload,
              KeyListText.read(keys),
              priority,
              wait,
              idempotencyKey,
              jobGroup,
              retry);
      return new AsyncJob(
          id, spec, rank, status, attempts, leases, owner, cancelReason, message, times);
    }
  }

  static @Nullable Object[] write(AsyncJob job) {
    JobSpec spec = job.spec();
    JobTimes times = job.times();
    return new @Nullable Object[] {
      job.id().toString(),
      spec.type(),
      spec.payload(),
      KeyListText.write(spec.keys()),
      spec.priority(),
      spec.delay().isZero() ? null : spec.delay().toString(),
      spec.idempotencyKey(),
      spec.group(),
      spec.retry().maxAttempts(),
      spec.retry().firstWait().toNanos(),
      spec.retry().maxWait().toNanos(),
      job.rank(),
      job.status().name(),
      job.attempts(),
      job.leases(),
      job.owner() == null ? null : job.owner().toString(),
      PlainText.of(job.cancelReason()),
      PlainText.of(job.message()),
      StoreClock.micros(times.enqueuedAt()),
      StoreClock.micros(times.dueAt()),
      micros(times.startedAt()),
      micros(times.endedAt())
    };
  }

  static JobId jobId(String text) {
    return new JobId(Ulid.parse(text));
  }

  static @Nullable Long micros(@Nullable Instant instant) {
    return instant == null ? null : StoreClock.micros(instant);
  }
}
