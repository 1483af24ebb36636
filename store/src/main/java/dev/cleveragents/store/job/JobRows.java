package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.Ids;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that read and write the rows of jobs. */
final class JobRows {

  private static final String INSERT =
      "INSERT INTO jobs (%s, stand, parked_at) VALUES (%s, ?, ?)"
          .formatted(Column.ALL, Column.MARKS);

  private static final String INSERT_ENDED =
      "INSERT INTO ended_jobs (%s) VALUES (%s)".formatted(Column.ALL, Column.MARKS);

  private static final String DELETE = "DELETE FROM jobs WHERE id {ids}";

  /** A success that nobody asked to cancel: nothing changes but the status and the time. */
  private static final String COPY_SUCCEEDED =
      "INSERT INTO ended_jobs (%s) SELECT %s FROM "
          .formatted(
              Column.ALL,
              Column.ALL
                  .replace("status", "'SUCCEEDED'")
                  .replace("owner", "NULL")
                  .replace("message", "NULL")
                  .replace("ended_at", "?"));

  private final Transaction transaction;

  JobRows(Transaction transaction) {
    this.transaction = transaction;
  }

  /** The jobs of these ids that have not ended, kept for this transaction. */
  Map<JobId, Stored> keep(Collection<JobId> ids) {
    Map<JobId, Stored> jobs = new HashMap<>();
    if (!ids.isEmpty()) {
      transaction
          .query(
              "SELECT " + Stored.COLUMNS + " FROM jobs WHERE id {ids} ORDER BY id {lock}",
              Stored::read,
              idsOf(ids))
          .forEach(stored -> jobs.put(stored.job().id(), stored));
    }
    return jobs;
  }

  /**
   * The same for jobs that were claimed by this process: nothing changes of a job that runs but the
   * wish to cancel it, so little has to be read. Those that do not run under that lease any more
   * are left out.
   */
  Map<JobId, Stored> keepRunning(Map<JobId, AsyncJob> claimed) {
    Map<JobId, Stored> jobs = new HashMap<>();
    if (!claimed.isEmpty()) {
      transaction.query(
          """
          SELECT id, leases, owner, cancel_reason FROM jobs WHERE id {ids} ORDER BY id {lock}
          """,
          row -> {
            AsyncJob job = claimed.get(Column.jobId(row.getString(1)));
            if (job != null
                && job.leases() == row.getLong(2)
                && String.valueOf(job.owner()).equals(row.getString(3))) {
              jobs.put(job.id(), new Stored(Column.withCancelReason(job, row.getString(4)), null));
            }
            return jobs;
          },
          idsOf(claimed.keySet()));
    }
    return jobs;
  }

  /** A job that has ended. */
  Optional<AsyncJob> ended(JobId id) {
    return transaction.first(
        "SELECT " + Column.ALL + " FROM ended_jobs WHERE id = ?", Column::read, id.toString());
  }

  /** A job, ended or not. */
  Optional<AsyncJob> any(JobId id) {
    return transaction
        .first("SELECT " + Column.ALL + " FROM jobs WHERE id = ?", Column::read, id.toString())
        .or(() -> ended(id));
  }

  void insert(List<@Nullable Object[]> rows) {
    transaction.batch(INSERT, rows);
  }

  static @Nullable Object[] row(AsyncJob job, Stored.Stand stand, @Nullable String parkedAt) {
    @Nullable Object[] columns = Column.write(job);
    @Nullable Object[] row = Arrays.copyOf(columns, columns.length + 2);
    row[columns.length] = stand.letter;
    row[columns.length + 1] = parkedAt;
    return row;
  }

  /** Moves jobs that succeeded into the history; in one statement, where the database has such. */
  void succeeded(Collection<JobId> ids, Instant now) {
    if (ids.isEmpty()) {
      return;
    }
    Ids all = idsOf(ids);
    long end = StoreClock.micros(now);
    if (transaction.writesAlone()) {
      transaction.update(COPY_SUCCEEDED + "jobs WHERE id {ids}", end, all);
      transaction.update(DELETE, all);
    } else {
      transaction.update(
          "WITH gone AS (" + DELETE + " RETURNING *) " + COPY_SUCCEEDED + "gone", all, end);
    }
  }

  /** Moves a job that has ended into the history. */
  void end(AsyncJob job) {
    transaction.update(INSERT_ENDED, Column.write(job));
    transaction.update("DELETE FROM jobs WHERE id = ?", job.id().toString());
  }

  /** Stores what can change of a job that has not ended. */
  void update(AsyncJob job, Stored.@Nullable Stand stand, @Nullable String parkedAt) {
    transaction.update(
        """
        UPDATE jobs SET status = ?, attempts = ?, leases = ?, owner = ?, cancel_reason = ?,
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
        Column.micros(job.times().startedAt()),
        stand == null ? null : stand.letter,
        parkedAt,
        job.id().toString());
  }

  /** Leaves a note of a run that did not succeed. */
  void noteAttempt(AsyncJob before, AsyncJob after, Instant now) {
    transaction.update(
        """
        INSERT INTO attempts (job_id, lease, worker, started_at, ended_at, outcome, message)
        VALUES (?, ?, (SELECT worker FROM sessions WHERE id = ?), ?, ?, ?, ?)
        ON CONFLICT (job_id, lease) DO UPDATE SET worker = excluded.worker,
          started_at = excluded.started_at, ended_at = excluded.ended_at,
          outcome = excluded.outcome, message = excluded.message
        """,
        before.id().toString(),
        before.leases(),
        String.valueOf(before.owner()),
        Column.micros(before.times().startedAt()),
        StoreClock.micros(now),
        after.status().name(),
        PlainText.of(after.message()));
  }

  private static Ids idsOf(Collection<JobId> ids) {
    return new Ids(ids.stream().map(JobId::toString).toList());
  }
}
