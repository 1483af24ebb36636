package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that read and write the sessions of workers. */
final class SessionRows {

  private final Transaction transaction;

  SessionRows(Transaction transaction) {
    this.transaction = transaction;
  }

  void open(SessionId id, SessionRequest request, Instant now) {
    ProcessIdentity process = request.process();
    Duration startedAfter = process.startedAfter();
    transaction.update(
        """
        INSERT INTO job_sessions (id, worker, capacity, host, pid, started_after, beat, over, opened_at)
        VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?)
        """,
        id.toString(),
        PlainText.of(request.worker()),
        request.capacity(),
        PlainText.of(process.host()),
        process.pid(),
        startedAfter == null ? null : startedAfter.toNanos(),
        StoreClock.micros(now));
  }

  /**
   * Ends a session if its beat is still {@code seenBeat}, or in any case if that is null. Nothing
   * is claimed for it afterwards.
   *
   * @return the leases that it still has, or empty if its beat had advanced
   */
  Optional<List<Lease>> end(SessionId id, @Nullable Long seenBeat) {
    record Now(long beat, boolean over) {}
    Now now =
        transaction
            .first(
                "SELECT beat, over FROM job_sessions WHERE id = ? {lock}",
                RowMapper.of(Now.class),
                id.toString())
            .orElse(null);
    if (now != null && !now.over && seenBeat != null && now.beat != seenBeat) {
      return Optional.empty();
    }
    transaction.update("UPDATE job_sessions SET over = 1 WHERE id = ?", id.toString());
    return Optional.of(
        transaction.query(
            "SELECT id AS job, leases AS number, owner AS session FROM job_active WHERE owner = ?"
                + " ORDER BY id",
            RowMapper.of(Lease.class),
            id.toString()));
  }

  /** Deletes the sessions that are over and have no jobs left. */
  void deleteEnded() {
    transaction.update(
        """
        DELETE FROM job_sessions WHERE over = 1
          AND NOT EXISTS (SELECT 1 FROM job_active WHERE job_active.owner = job_sessions.id)
        """);
  }

  List<WorkerSession> list() {
    return transaction
        .query(
            """
            SELECT id, worker, capacity, host, pid, started_after, beat, over, opened_at,
                   (SELECT count(*) FROM job_active WHERE job_active.owner = job_sessions.id) AS running
            FROM job_sessions ORDER BY opened_at, id
            """,
            RowMapper.of(WorkerSession.class))
        .stream()
        .filter(session -> !session.over() || session.running() > 0)
        .toList();
  }
}
