package dev.cleveragents.kernel.job.memory;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.kernel.job.store.JobQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of an in-memory store and everything derived from them: queue, held keys, sessions'
 * runs, counts, history. {@link #put} is the only way a job changes, so that what is derived always
 * agrees with the jobs. Not thread-safe: guarded by the store's lock.
 */
final class JobTable {

  private final TreeMap<JobId, AsyncJob> jobs = new TreeMap<>();
  private final Map<String, JobId> byIdempotencyKey = new HashMap<>();
  private final Map<AsyncJobStatus, Integer> counts = new EnumMap<>(AsyncJobStatus.class);
  private final ArrayDeque<JobId> history = new ArrayDeque<>();
  private final HeldKeys held;
  private final SessionTable sessions;
  final ClaimQueue queue;

  JobTable(KeyLimits limits, SessionTable sessions) {
    this.held = new HeldKeys(limits);
    this.sessions = sessions;
    this.queue = new ClaimQueue(held);
    for (AsyncJobStatus status : AsyncJobStatus.values()) {
      counts.put(status, 0);
    }
  }

  @Nullable AsyncJob get(JobId id) {
    return jobs.get(id);
  }

  AsyncJob existing(JobId id) {
    return Objects.requireNonNull(jobs.get(id));
  }

  @Nullable AsyncJob byIdempotencyKey(String key) {
    JobId id = byIdempotencyKey.get(key);
    return id == null ? null : jobs.get(id);
  }

  List<AsyncJob> list(JobQuery query) {
    var newestFirst =
        query.before() == null
            ? jobs.descendingMap()
            : jobs.headMap(query.before(), false).descendingMap();
    return newestFirst.values().stream().filter(query::matches).limit(query.limit()).toList();
  }

  JobCounts counts(Instant now) {
    queue.advanceTo(now);
    return new JobCounts(counts, queue.delayed(), queue.oldestWaiting(now));
  }

  /** Puts a job in the place of its former self, or in as a new one. */
  void put(AsyncJob after, Instant now) {
    AsyncJob before = jobs.put(after.id(), after);
    if (before != null && before.owner() != null && before.owner().equals(after.owner())) {
      // It runs on under its lease. Taking it out and in again would forget a session that is over.
      return;
    }
    if (before == null) {
      String key = after.spec().idempotencyKey();
      if (key != null) {
        byIdempotencyKey.put(key, after.id());
      }
    } else {
      leave(before);
    }
    enter(after, now);
  }

  int purge(Instant now, Duration age, int limit) {
    int purged = 0;
    while (purged < limit && !history.isEmpty()) {
      AsyncJob oldest = existing(history.getFirst());
      Instant ended = Objects.requireNonNull(oldest.times().endedAt());
      if (Duration.between(ended, now).compareTo(age) <= 0) {
        break;
      }
      history.removeFirst();
      jobs.remove(oldest.id());
      count(oldest, -1);
      String key = oldest.spec().idempotencyKey();
      if (key != null) {
        byIdempotencyKey.remove(key);
      }
      purged++;
    }
    return purged;
  }

  private void leave(AsyncJob before) {
    count(before, -1);
    if (before.status() == AsyncJobStatus.QUEUED) {
      queue.remove(before);
    }
    if (before.owner() != null) {
      sessions.stopped(before, before.owner());
      held.giveBack(before.spec().keys());
    }
  }

  private void enter(AsyncJob after, Instant now) {
    count(after, +1);
    switch (after.status()) {
      case QUEUED -> queue.add(after, now);
      case RUNNING -> {
        sessions.started(after);
        held.take(after.spec().keys());
      }
      case SUCCEEDED, FAILED, CANCELLED -> history.addLast(after.id());
    }
  }

  private void count(AsyncJob job, int change) {
    counts.merge(job.status(), change, Integer::sum);
  }
}
