package dev.cleveragents.kernel.job.memory;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The queued jobs of a store, indexed so that the best one that a worker may take is found without
 * looking at the others: delayed ones by due time, due ones in a {@link ReadyQueue} per type and,
 * for workers that serve one group only, per group and type. Not thread-safe: guarded by the
 * store's lock.
 */
final class ClaimQueue {

  private record Part(@Nullable String group, String type) {}

  /** A job by its due time, then by age. */
  private record Due(Instant at, AsyncJob job) implements Comparable<Due> {

    @Override
    public int compareTo(Due other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : job.id().compareTo(other.job.id());
    }
  }

  private final HeldKeys held;
  private final Map<Part, ReadyQueue> parts = new HashMap<>();
  private final TreeSet<Due> delayed = new TreeSet<>();

  /**
   * When each due job became so, for the question how long the oldest has waited. The earliest is
   * the first: a job comes in when it falls due, and those whose delay was over before come first.
   */
  private final LinkedHashMap<JobId, Instant> waiting = new LinkedHashMap<>();

  ClaimQueue(HeldKeys held) {
    this.held = held;
  }

  void add(AsyncJob job, Instant now) {
    Due due = new Due(job.times().dueAt(), job);
    if (due.at.isAfter(now)) {
      delayed.add(due);
    } else {
      advanceTo(now);
      makeReady(job);
    }
  }

  void remove(AsyncJob job) {
    if (waiting.remove(job.id()) == null) {
      delayed.remove(new Due(job.times().dueAt(), job));
      return;
    }
    removeFrom(new Part(null, job.type()), job);
    if (job.spec().group() != null) {
      removeFrom(new Part(job.spec().group(), job.type()), job);
    }
  }

  /** Lets time pass: jobs whose delay is over are due from now on. */
  void advanceTo(Instant now) {
    while (!delayed.isEmpty() && !delayed.first().at.isAfter(now)) {
      makeReady(delayed.removeFirst().job);
    }
  }

  /** The best due job that matches and whose keys all have room. */
  @Nullable AsyncJob first(ClaimFilter filter) {
    AsyncJob best = null;
    for (String type : filter.types()) {
      ReadyQueue queue = parts.get(new Part(filter.group(), type));
      AsyncJob candidate = queue == null ? null : queue.first();
      if (candidate != null
          && (best == null || AsyncJob.QUEUE_ORDER.compare(candidate, best) < 0)) {
        best = candidate;
      }
    }
    return best;
  }

  @Nullable Duration nextDueIn(Instant now) {
    return delayed.isEmpty() ? null : Duration.between(now, delayed.first().at);
  }

  @Nullable Duration oldestWaiting(Instant now) {
    return waiting.isEmpty() ? null : Duration.between(waiting.firstEntry().getValue(), now);
  }

  int delayed() {
    return delayed.size();
  }

  private void makeReady(AsyncJob job) {
    waiting.put(job.id(), job.times().dueAt());
    addTo(new Part(null, job.type()), job);
    if (job.spec().group() != null) {
      addTo(new Part(job.spec().group(), job.type()), job);
    }
  }

  private void addTo(Part part, AsyncJob job) {
    parts.computeIfAbsent(part, p -> new ReadyQueue(held)).add(job);
  }

  private void removeFrom(Part part, AsyncJob job) {
    ReadyQueue queue = Objects.requireNonNull(parts.get(part));
    queue.remove(job);
    if (queue.isEmpty()) {
      parts.remove(part);
    }
  }
}
