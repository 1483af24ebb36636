package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.BeatReply;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Raises the beat numbers of sessions, before anything else is stored. */
record Beats() implements Work<SessionId, BeatReply> {

  @Override
  public Track track() {
    return Track.BEATS;
  }

  @Override
  public Urgency urgencyOf(SessionId session) {
    return Urgency.FIRST;
  }

  @Override
  public List<BeatReply> run(Transaction transaction, List<SessionId> sessions) {
    List<BeatReply> replies = new ArrayList<>(sessions.size());
    sessions.forEach(session -> replies.add(beat(transaction, session)));
    return replies;
  }

  private static BeatReply beat(Transaction transaction, SessionId session) {
    Optional<Long> beat =
        transaction.first(
            "UPDATE sessions SET beat = beat + 1 WHERE id = ? AND over = 0 RETURNING beat",
            row -> row.getLong(1),
            session.toString());
    if (beat.isEmpty()) {
      return new BeatReply.SessionOver();
    }
    Set<Lease> running = new HashSet<>();
    Map<Lease, String> cancels = new HashMap<>();
    transaction.query(
        "SELECT id, leases, cancel_reason FROM jobs WHERE owner = ?",
        row -> {
          JobId id = Column.jobId(row.getString(1));
          Lease lease = new Lease(id, row.getLong(2), session);
          running.add(lease);
          String reason = row.getString(3);
          if (reason != null) {
            cancels.put(lease, reason);
          }
          return lease;
        },
        session.toString());
    return new BeatReply.Alive(beat.get(), running, cancels);
  }
}
