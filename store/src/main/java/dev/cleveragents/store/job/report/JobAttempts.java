package dev.cleveragents.store.job.report;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.store.job.PlainText;
import dev.cleveragents.store.sql.RowMapper;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The recorded runs of jobs: those that did not succeed, which the store records by itself, and
 * those that kept output. Output is stored as an effect of a move, so that a lease that is over can
 * change nothing.
 */
public final class JobAttempts {

  private final Database database;

  public JobAttempts(Database database) {
    this.database = database;
  }

  /** The recorded runs of a job, oldest first. */
  public List<JobAttempt> of(JobId job) {
    return database.read(
        transaction ->
            transaction.query(
                """
                SELECT lease, worker, started_at, ended_at, outcome, message, output
                FROM job_attempts WHERE job_id = ? ORDER BY lease
                """,
                RowMapper.of(JobAttempt.class),
                job.toString()));
  }

  /**
   * Effects that store this output of the run under {@code lease} and replace earlier output of it;
   * for {@link DatabaseJobStore#note} while it runs, and for its success.
   */
  public static Effects output(Lease lease, String output) {
    String text = PlainText.of(output);
    return unit -> {
      DatabaseUnit own = (DatabaseUnit) unit;
      keep(own.transaction(), own.job(), lease, text);
    };
  }

  private static void keep(
      Transaction transaction, AsyncJob after, Lease lease, @Nullable String output) {
    boolean ended = after.status().isTerminal();
    transaction.update(
        """
        INSERT INTO job_attempts (job_id, lease, worker, started_at, ended_at, outcome, output)
        VALUES (?, ?, (SELECT worker FROM job_sessions WHERE id = ?), ?, ?, ?, ?)
        ON CONFLICT (job_id, lease) DO UPDATE SET ended_at = excluded.ended_at,
          outcome = excluded.outcome, output = excluded.output
        """,
        lease.job().toString(),
        lease.number(),
        lease.session().toString(),
        micros(after.times().startedAt()),
        micros(after.times().endedAt()),
        ended ? after.status().name() : null,
        output);
  }

  private static @Nullable Long micros(@Nullable Instant instant) {
    return instant == null ? null : StoreClock.micros(instant);
  }
}
