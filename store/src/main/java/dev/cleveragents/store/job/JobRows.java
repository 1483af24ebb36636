package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.key.KeyListText;
import dev.cleveragents.store.sql.BulkInsert;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowMapper;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that read and write the rows of jobs. */
final class JobRows {

  /** New jobs, with the columns that a new job can set. */
  private static final BulkInsert NEW =
      new BulkInsert(
          "job_active",
          List.of(
              "id",
              "type",
              "payload",
              "keys",
              "delay",
              "idempotency_key",
              "job_group",
              "stand",
              "parked_at"),
          List.of(
              "priority",
              "max_attempts",
              "first_wait",
              "max_wait",
              "rank",
              "enqueued_at",
              "due_at"),
          new BulkInsert.Constants("status, attempts, leases", "'QUEUED', 0, 0"));

  private static final String INSERT_ENDED =
      "INSERT INTO job_ended (%s) VALUES (%s)".formatted(JobColumns.ALL, JobColumns.MARKS);

  /** Jobs that run under leases of one number and session, without a cancel request. */
  private static final String FENCED =
      "job_active WHERE id {ids} AND leases = ? AND owner IS NOT DISTINCT FROM ?"
          + " AND cancel_reason IS NULL";

  /** A success without a cancel request: only the status and the time change. */
  private static final String COPY_SUCCEEDED =
      "INSERT INTO job_ended (%s) SELECT %s FROM "
          .formatted(
              JobColumns.ALL,
              JobColumns.ALL
                  .replace("status", "'SUCCEEDED'")
                  .replace("owner", "NULL")
                  .replace("message", "NULL")
                  .replace("ended_at", "?"));

  /** Copies and deletes in one statement, because another transaction may end the same run. */
  private static final String MOVE_SUCCEEDED =
      "WITH gone AS (DELETE FROM "
          + FENCED
          + " RETURNING *) "
          + COPY_SUCCEEDED
          + "gone RETURNING id";

  private final Transaction transaction;

  JobRows(Transaction transaction) {
    this.transaction = transaction;
  }

  /** The jobs of these ids that have not ended, locked for this transaction. */
  Map<JobId, ActiveJob> lock(Collection<JobId> ids) {
    Map<JobId, ActiveJob> jobs = new HashMap<>();
    if (!ids.isEmpty()) {
      transaction
          .query(
              "SELECT " + ActiveJob.COLUMNS + " FROM job_active WHERE id {ids} ORDER BY id {lock}",
              ActiveJob.ROW,
              idsOf(ids))
          .forEach(stored -> jobs.put(stored.job().id(), stored));
    }
    return jobs;
  }

  /** A job that has ended. */
  Optional<AsyncJob> ended(JobId id) {
    return transaction.first(
        "SELECT " + JobColumns.ALL + " FROM job_ended WHERE id = ?", JobColumns.ROW, id.toString());
  }

  /** A job, ended or not. */
  Optional<AsyncJob> any(JobId id) {
    return transaction
        .first(
            "SELECT " + JobColumns.ALL + " FROM job_active WHERE id = ?",
            JobColumns.ROW,
            id.toString())
        .or(() -> ended(id));
  }

  void insert(List<@Nullable Object[]> rows) {
    transaction.insert(NEW, rows);
  }

  /** The row of a new job. */
  static @Nullable Object[] row(
      AsyncJob job, ActiveJob.QueueState state, @Nullable String parkedAt) {
    JobSpec spec = job.spec();
    return new @Nullable Object[] {
      job.id().toString(),
      spec.type(),
      spec.payload(),
      KeyListText.write(spec.keys()),
      spec.delay().isZero() ? null : spec.delay().toString(),
      spec.idempotencyKey(),
      spec.group(),
      state.letter,
      parkedAt,
      (long) spec.priority(),
      (long) spec.retry().maxAttempts(),
      spec.retry().firstWait().toNanos(),
      spec.retry().maxWait().toNanos(),
      job.rank(),
      StoreClock.micros(job.times().enqueuedAt()),
      StoreClock.micros(job.times().dueAt())
    };
  }

  /**
   * Moves succeeded jobs into the history, if they still run under their leases and have no cancel
   * request; returns their ids.
   */
  Collection<JobId> endSucceeded(Collection<JobId> ids, BatchedSuccesses.Fence fence, Instant now) {
    List<String> ended =
        transaction.writesAlone()
            ? copyAndDelete(idsOf(ids), fence, now)
            : transaction.query(
                MOVE_SUCCEEDED,
                RowMapper.of(String.class),
                idsOf(ids),
                fence.lease(),
                fence.session().toString(),
                StoreClock.micros(now));
    return ended.size() == ids.size() ? ids : ended.stream().map(JobColumns::jobId).toList();
  }

  /** Reads the ids only if not all of them were copied, which is rare. */
  private List<String> copyAndDelete(IdList ids, BatchedSuccesses.Fence fence, Instant now) {
    String owner = fence.session().toString();
    int copied =
        transaction.update(
            COPY_SUCCEEDED + FENCED, StoreClock.micros(now), ids, fence.lease(), owner);
    List<String> ended =
        copied == ids.values().size()
            ? ids.values()
            : transaction.query(
                "SELECT id FROM " + FENCED, RowMapper.of(String.class), ids, fence.lease(), owner);
    transaction.update("DELETE FROM job_active WHERE id {ids}", new IdList(ended));
    return ended;
  }

  /** Moves a job that has ended into the history. */
  void end(AsyncJob job) {
    transaction.update(INSERT_ENDED, JobColumns.write(job));
    transaction.update("DELETE FROM job_active WHERE id = ?", job.id().toString());
  }

  /** Updates the columns that can change while a job has not ended. */
  void update(AsyncJob job, ActiveJob.@Nullable QueueState state, @Nullable String parkedAt) {
    transaction.update(
        """
        UPDATE job_active SET status = ?, attempts = ?, leases = ?, owner = ?, cancel_reason = ?,
                        message = ?, due_at = ?, started_at = ?, stand = ?, parked_at = ?
        WHERE id = ?
        """,
        job.status().name(),
        job.attempts(),
        job.leases(),
        job.owner() == null ? null : job.owner().toString(),
        PlainText.of(job.cancelReason()),
        PlainText.of(job.message()),
        StoreClock.micros(job.times().dueAt()),
        JobColumns.micros(job.times().startedAt()),
        state == null ? null : state.letter,
        parkedAt,
        job.id().toString());
  }

  /** Records a run that did not succeed. */
  void recordAttempt(AsyncJob before, AsyncJob after, Instant now) {
    transaction.update(
        """
        INSERT INTO job_attempts (job_id, lease, worker, started_at, ended_at, outcome, message)
        VALUES (?, ?, (SELECT worker FROM job_sessions WHERE id = ?), ?, ?, ?, ?)
        ON CONFLICT (job_id, lease) DO UPDATE SET worker = excluded.worker,
          started_at = excluded.started_at, ended_at = excluded.ended_at,
          outcome = excluded.outcome, message = excluded.message
        """,
        before.id().toString(),
        before.leases(),
        String.valueOf(before.owner()),
        JobColumns.micros(before.times().startedAt()),
        StoreClock.micros(now),
        after.status().name(),
        PlainText.of(after.message()));
  }

  private static IdList idsOf(Collection<JobId> ids) {
    return new IdList(ids.stream().map(JobId::toString).toList());
  }
}
