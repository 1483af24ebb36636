package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.WorkerSession;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds dead sessions by looking at all sessions regularly. A session is dead when its beat was the
 * same for a whole lease on the observer's own monotonic clock and in at least three looks (an
 * observer that was itself frozen has seen nothing in between), or when its process on this machine
 * is gone. No wall clock and no other machine's clock matters.
 *
 * <p>Confined to one thread. A wrong verdict costs a second run of a job, never a wrong write: the
 * lease number prevents that.
 */
public final class SessionObserver {

  private static final int LOOKS = 3;

  private record Seen(long beat, long since, int looks) {}

  private final Duration lease;
  private final String host;
  private final Map<SessionId, Seen> seen = new HashMap<>();

  /** An observer on the machine {@code host} that gives every session {@code lease} to beat. */
  public SessionObserver(Duration lease, String host) {
    this.lease = lease;
    this.host = host;
  }

  /**
   * The sessions among these that are dead, or over with jobs left to recover.
   *
   * @param sessions as the store lists them now
   * @param own the observer's own session, which it never finds dead
   * @param nanos the monotonic clock now
   */
  public List<WorkerSession> dead(
      List<WorkerSession> sessions, @Nullable SessionId own, long nanos) {
    seen.keySet().retainAll(sessions.stream().map(WorkerSession::id).toList());
    return sessions.stream()
        .filter(session -> !session.id().equals(own) && isDead(session, nanos))
        .toList();
  }

  private boolean isDead(WorkerSession session, long nanos) {
    Seen now =
        seen.compute(
            session.id(),
            (id, before) ->
                before == null || before.beat != session.beat()
                    ? new Seen(session.beat(), nanos, 1)
                    : new Seen(before.beat, before.since, before.looks + 1));
    boolean silent = nanos - now.since >= lease.toNanos() && now.looks >= LOOKS;
    return silent || session.over() || session.process().isGoneFrom(host);
  }
}
