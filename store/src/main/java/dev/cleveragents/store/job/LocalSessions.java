package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Seat;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.SessionListener;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of this process, and how they are told at once what concerns them. Whoever cancels
 * tells the owner, and so does the watch for changes; a lease is told once. The maps are
 * concurrent; listeners are called outside every lock.
 */
final class LocalSessions {

  private static final Logger log = LoggerFactory.getLogger(LocalSessions.class);

  private record Local(SessionListener listener, Set<Lease> told, Map<Lease, AsyncJob> claimed) {}

  private final AtomicBoolean first = new AtomicBoolean(true);
  private final Map<SessionId, Local> sessions = new ConcurrentHashMap<>();

  /** Returns whether it is the first that is ever opened here. */
  boolean opened(SessionId id, SessionListener listener) {
    sessions.put(id, new Local(listener, ConcurrentHashMap.newKeySet(), new ConcurrentHashMap<>()));
    return first.compareAndSet(true, false);
  }

  void over(SessionId id) {
    sessions.remove(id);
  }

  Set<SessionId> ids() {
    return Set.copyOf(sessions.keySet());
  }

  void workAvailable() {
    sessions.values().forEach(local -> tell(local.listener::workAvailable));
  }

  /** The seat that a session of this process has for such a job; whoever gets it ends it. */
  @Nullable Lent seatFor(JobSpec spec) {
    for (Local local : sessions.values()) {
      try {
        Optional<Seat> seat = local.listener.seatFor(spec);
        if (seat.isPresent()) {
          return new Lent(seat.get());
        }
      } catch (Throwable e) {
        log.error("A session listener failed; the job is found as any other", e);
      }
    }
    return null;
  }

  /** A session of this process has claimed a job. */
  void claimed(AsyncJob job) {
    Lease lease = job.lease();
    Local local = sessions.get(lease.session());
    if (local != null) {
      local.claimed.put(lease, job);
    }
  }

  /** The job as it was claimed here under this lease. */
  @Nullable AsyncJob claimedUnder(Lease lease) {
    Local local = sessions.get(lease.session());
    return local == null ? null : local.claimed.get(lease);
  }

  /** A run has ended: nothing more is known of its lease. */
  void ended(Lease lease) {
    Local local = sessions.get(lease.session());
    if (local != null) {
      if (!local.told.isEmpty()) {
        local.told.remove(lease);
      }
      local.claimed.remove(lease);
    }
  }

  void cancelRequested(Lease lease, String reason) {
    Local local = sessions.get(lease.session());
    if (local != null && local.told.add(lease)) {
      tell(() -> local.listener.cancelRequested(lease, reason));
    }
  }

  private static void tell(Runnable news) {
    try {
      news.run();
    } catch (Throwable e) {
      log.error("A session listener failed; the session will notice by polling", e);
    }
  }
}
