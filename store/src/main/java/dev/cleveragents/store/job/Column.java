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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job as the columns of its row, in both tables and in this order. */
final class Column {

  /** The columns of a job, as a list for a statement. */
  static final String ALL =
      "id, type, payload, keys, priority, delay, idempotency_key, job_group, max_attempts,"
          + " first_wait, max_wait, rank, status, attempts, leases, owner, cancel_reason, message,"
          + " enqueued_at, due_at, started_at, ended_at";

  /** As many question marks. */
  static final String MARKS = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";

  private Column() {}

  static AsyncJob read(ResultSet row) throws SQLException {
    JobSpec spec =
        new JobSpec(
            row.getString(2),
            row.getString(3),
            KeyList.read(row.getString(4)),
            row.getInt(5),
            delay(row.getString(6)),
            row.getString(7),
            row.getString(8),
            new RetryPolicy(
                row.getInt(9),
                Duration.ofNanos(row.getLong(10)),
                Duration.ofNanos(row.getLong(11))));
    return new AsyncJob(
        jobId(row.getString(1)),
        spec,
        row.getLong(12),
        AsyncJobStatus.valueOf(row.getString(13)),
        row.getInt(14),
        row.getLong(15),
        owner(row.getString(16)),
        row.getString(17),
        row.getString(18),
        new JobTimes(
            StoreClock.instant(row.getLong(19)),
            StoreClock.instant(row.getLong(20)),
            time(row, 21),
            time(row, 22)));
  }

  static @Nullable Object[] write(AsyncJob job) {
    JobSpec spec = job.spec();
    JobTimes times = job.times();
    return new @Nullable Object[] {
      job.id().toString(),
      spec.type(),
      spec.payload(),
      KeyList.write(spec.keys()),
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

  static AsyncJob withCancelReason(AsyncJob job, @Nullable String reason) {
    return reason == null
        ? job
        : new AsyncJob(
            job.id(),
            job.spec(),
            job.rank(),
            job.status(),
            job.attempts(),
            job.leases(),
            job.owner(),
            reason,
            job.message(),
            job.times());
  }

  static JobId jobId(String text) {
    return new JobId(Ulid.parse(text));
  }

  static SessionId sessionId(String text) {
    return new SessionId(Ulid.parse(text));
  }

  static @Nullable Long micros(@Nullable Instant instant) {
    return instant == null ? null : StoreClock.micros(instant);
  }

  static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? null : (Long) number;
  }

  static @Nullable Instant time(ResultSet row, int column) throws SQLException {
    long micros = row.getLong(column);
    return row.wasNull() ? null : StoreClock.instant(micros);
  }

  private static Duration delay(@Nullable String text) {
    return text == null ? Duration.ZERO : Duration.parse(text);
  }

  private static @Nullable SessionId owner(@Nullable String text) {
    return text == null ? null : sessionId(text);
  }
}
