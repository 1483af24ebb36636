package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.SessionListener;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of this process, notified at once of cancel requests and of new work. Both the
 * caller that cancels a job and the watch for changes notify its owner; each lease is notified
 * once. The maps are concurrent; listeners are called outside every lock.
 */
final class LocalSessions {

  private static final Logger log = LoggerFactory.getLogger(LocalSessions.class);

  private record Local(SessionListener listener, Set<Lease> told, Map<Lease, AsyncJob> claimed) {}

  private final AtomicBoolean first = new AtomicBoolean(true);
  private final Map<SessionId, Local> sessions = new ConcurrentHashMap<>();

  /** Adds a session; returns whether it is the first one of this store. */
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

  /** A session of this process has claimed a job. */
  void claimed(AsyncJob job) {
    Lease lease = job.lease();
    Local local = sessions.get(lease.session());
    if (local != null) {
      local.claimed.put(lease, job);
    }
  }

  /** The job as this process claimed it under this lease; null if it did not. */
  @Nullable AsyncJob claimedUnder(Lease lease) {
    Local local = sessions.get(lease.session());
    return local == null ? null : local.claimed.get(lease);
  }

  /** A run has ended: its lease is forgotten. */
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
