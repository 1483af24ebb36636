package dev.cleveragents.store.job.report;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowMapper;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Searches and totals for users and supervisors. Read-only. */
public final class JobSearch {

  private final Database database;

  public JobSearch(Database database) {
    this.database = database;
  }

  /** Up to {@code limit} jobs whose id begins or ends with these characters, in either case. */
  public List<JobId> withIdPart(String part, int limit) {
    String upper = part.toUpperCase(Locale.ROOT);
    if (!upper.matches("[0-9A-Z]+")) {
      return List.of();
    }
    return database.read(
        transaction ->
            transaction.query(
                """
                SELECT id FROM job_active WHERE id LIKE ? OR id LIKE ?
                UNION ALL SELECT id FROM job_ended WHERE id LIKE ? OR id LIKE ?
                LIMIT ?
                """,
                RowMapper.of(JobId.class),
                upper + "%",
                "%" + upper,
                upper + "%",
                "%" + upper,
                limit));
  }

  /** The number of jobs that ended within the last {@code period}, by status. */
  public Map<AsyncJobStatus, Integer> endedWithin(Duration period) {
    long since = StoreClock.micros(database.clock().now().minus(period));
    record Ended(AsyncJobStatus status, int jobs) {}
    List<Ended> counted =
        database.read(
            transaction ->
                transaction.query(
                    "SELECT status, count(*) AS jobs FROM job_ended WHERE ended_at > ? GROUP BY"
                        + " status",
                    RowMapper.of(Ended.class),
                    since));
    Map<AsyncJobStatus, Integer> ended = new EnumMap<>(AsyncJobStatus.class);
    counted.forEach(it -> ended.put(it.status, it.jobs));
    return ended;
  }

  /** The number of jobs that wait for a retry. */
  public int retrying() {
    return database.read(
        transaction ->
            transaction
                .first(
                    "SELECT count(*) FROM job_active WHERE attempts > 0 AND status = 'QUEUED'",
                    RowMapper.of(Integer.class))
                .orElse(0));
  }

  /**
   * The attempts at all jobs, including ended ones. Reads every job: a third of a second per
   * million.
   */
  public AttemptTotals attempts() {
    return database.read(
        transaction ->
            transaction
                .first(
                    """
                    SELECT coalesce(sum(started), 0) AS started, coalesce(sum(failed), 0) AS failed FROM (
                      SELECT sum(leases) AS started, sum(attempts) AS failed FROM job_active UNION ALL
                      SELECT sum(leases), sum(attempts) FROM job_ended) AS sums
                    """,
                    RowMapper.of(AttemptTotals.class))
                .orElse(AttemptTotals.NONE));
  }

  /**
   * Whether any job of these types is running, ready, parked, or waits for a retry. A delayed job
   * that has not started yet does not count.
   */
  public boolean anyLeft(Collection<String> types) {
    long now = StoreClock.micros(database.clock().now());
    return database.read(
        transaction ->
            transaction
                .first(
                    """
                    SELECT 1 FROM job_active
                    WHERE type {ids} AND (leases > 0 OR stand <> 'D' OR due_at <= ?) LIMIT 1
                    """,
                    row -> 1,
                    new IdList(List.copyOf(types)),
                    now)
                .isPresent());
  }
}
