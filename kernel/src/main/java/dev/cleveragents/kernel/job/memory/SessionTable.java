package dev.cleveragents.kernel.job.memory;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The worker sessions of a store and what each runs. A session that is over stays until its last
 * job is recovered. Not thread-safe: guarded by the store's lock.
 */
final class SessionTable {

  /** One session; {@code running} holds the jobs it owns. */
  static final class Entry {
    final SessionId id;
    final SessionRequest request;
    final SessionListener listener;
    final Instant openedAt;
    final Set<JobId> running = new LinkedHashSet<>();
    long beat;
    boolean over;

    private Entry(
        SessionId id, SessionRequest request, SessionListener listener, Instant openedAt) {
      this.id = id;
      this.request = request;
      this.listener = listener;
      this.openedAt = openedAt;
    }

    int room() {
      return request.capacity() - running.size();
    }

    private WorkerSession view() {
      return new WorkerSession(
          id,
          request.worker(),
          request.capacity(),
          request.process(),
          beat,
          running.size(),
          over,
          openedAt);
    }
  }

  private final Map<SessionId, Entry> entries = new LinkedHashMap<>();

  void open(SessionId id, SessionRequest request, SessionListener listener, Instant now) {
    entries.put(id, new Entry(id, request, listener, now));
  }

  /** The session, whether over or not; null once it is over and has nothing left. */
  @Nullable Entry find(SessionId id) {
    return entries.get(id);
  }

  /** The session if it may still claim and beat. */
  @Nullable Entry findLive(SessionId id) {
    Entry entry = entries.get(id);
    return entry == null || entry.over ? null : entry;
  }

  /** The session of a running job: it is kept until its last job is recovered. */
  Entry existing(SessionId id) {
    return Objects.requireNonNull(entries.get(id));
  }

  void started(AsyncJob job) {
    existing(job.lease().session()).running.add(job.id());
  }

  void stopped(AsyncJob job, SessionId owner) {
    Entry entry = existing(owner);
    entry.running.remove(job.id());
    forgetIfDone(entry);
  }

  void end(Entry entry) {
    entry.over = true;
    forgetIfDone(entry);
  }

  List<WorkerSession> views() {
    return entries.values().stream().map(Entry::view).toList();
  }

  /** The listeners to notify when work is available. */
  Collection<SessionListener> listeners() {
    List<SessionListener> live = new ArrayList<>(entries.size());
    for (Entry entry : entries.values()) {
      if (!entry.over) {
        live.add(entry.listener);
      }
    }
    return live;
  }

  private void forgetIfDone(Entry entry) {
    if (entry.over && entry.running.isEmpty()) {
      entries.remove(entry.id);
    }
  }
}
