package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.store.BatchedWork;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Raises the beat numbers of sessions, ahead of all other work. */
record BatchedHeartbeats() implements BatchedWork<SessionId, HeartbeatReply> {

  @Override
  public Lane lane() {
    return Lane.BEATS;
  }

  @Override
  public Urgency urgencyOf(SessionId session) {
    return Urgency.FIRST;
  }

  @Override
  public List<HeartbeatReply> run(Transaction transaction, List<SessionId> sessions) {
    List<HeartbeatReply> replies = new ArrayList<>(sessions.size());
    sessions.forEach(session -> replies.add(beat(transaction, session)));
    return replies;
  }

  private static HeartbeatReply beat(Transaction transaction, SessionId session) {
    Optional<Long> beat =
        transaction.first(
            "UPDATE job_sessions SET beat = beat + 1 WHERE id = ? AND over = 0 RETURNING beat",
            RowMapper.of(Long.class),
            session.toString());
    if (beat.isEmpty()) {
      return new HeartbeatReply.SessionOver();
    }
    record Run(Lease lease, @Nullable String cancelReason) {}
    List<Run> runs =
        transaction.query(
            """
            SELECT id AS job, leases AS number, owner AS session, cancel_reason
            FROM job_active WHERE owner = ?
            """,
            RowMapper.of(Run.class),
            session.toString());
    Set<Lease> running = new HashSet<>();
    Map<Lease, String> cancels = new HashMap<>();
    for (Run run : runs) {
      running.add(run.lease);
      if (run.cancelReason != null) {
        cancels.put(run.lease, run.cancelReason);
      }
    }
    return new HeartbeatReply.Alive(beat.get(), running, cancels);
  }
}
