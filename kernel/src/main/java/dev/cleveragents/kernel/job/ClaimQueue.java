package dev.cleveragents.kernel.job;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
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

  /** When each due job became so, for the question how long the oldest has waited. */
  private final TreeSet<Due> waiting = new TreeSet<>();

  ClaimQueue(HeldKeys held) {
    this.held = held;
  }

  void add(AsyncJob job, Instant now) {
    Due due = new Due(job.times().dueAt(), job);
    if (due.at.isAfter(now)) {
      delayed.add(due);
    } else {
      makeReady(due);
    }
  }

  void remove(AsyncJob job) {
    Due due = new Due(job.times().dueAt(), job);
    if (delayed.remove(due)) {
      return;
    }
    waiting.remove(due);
    removeFrom(new Part(null, job.type()), job);
    if (job.spec().group() != null) {
      removeFrom(new Part(job.spec().group(), job.type()), job);
    }
  }

  /** Lets time pass: jobs whose delay is over are due from now on. */
  void advanceTo(Instant now) {
    while (!delayed.isEmpty() && !delayed.first().at.isAfter(now)) {
      makeReady(delayed.removeFirst());
    }
  }

  /** The best due job that matches and whose keys all have room. */
  @Nullable JobId first(ClaimFilter filter) {
    QueuePosition best = null;
    for (String type : filter.types()) {
      ReadyQueue queue = parts.get(new Part(filter.group(), type));
      QueuePosition candidate = queue == null ? null : queue.first();
      if (candidate != null && (best == null || candidate.compareTo(best) < 0)) {
        best = candidate;
      }
    }
    return best == null ? null : best.id();
  }

  @Nullable Duration nextDueIn(Instant now) {
    return delayed.isEmpty() ? null : Duration.between(now, delayed.first().at);
  }

  @Nullable Duration oldestWaiting(Instant now) {
    return waiting.isEmpty() ? null : Duration.between(waiting.first().at, now);
  }

  int delayed() {
    return delayed.size();
  }

  private void makeReady(Due due) {
    waiting.add(due);
    addTo(new Part(null, due.job.type()), due.job);
    if (due.job.spec().group() != null) {
      addTo(new Part(due.job.spec().group(), due.job.type()), due.job);
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
