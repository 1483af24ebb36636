package dev.cleveragents.kernel.job.memory;

import dev.cleveragents.kernel.job.AsyncJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Due jobs in the order of their rank, where a million jobs behind one busy key cost nothing.
 *
 * <p>Jobs that need the same keys form one lane. A lane is either open (it competes for the next
 * claim with its first job) or set aside at one of its keys that was full when it was looked at:
 *
 * <pre>
 *   open      ──  lane [] ─ 3 ─ 8 ─ 9 …     lane [plan:7] ─ 5 …
 *   set aside ──  target:/a ▸ lane [plan:1, target:/a] ─ 1 …   lane [plan:2, target:/a] ─ 4 …
 * </pre>
 *
 * <p>Invariant: where a key has room, an open lane that needs it comes before all lanes set aside
 * at it, so the best open lane is the best of all. A key that gets room therefore calls back the
 * best lane set aside at it, and whenever a lane was taken out, those of its keys that have room
 * call back one lane each.
 *
 * <p>Adding, removing, and moving one lane cost O(log n). A lane moves when its turn has come and a
 * key of it is full. So lanes that share one busy key move once after they came, and then a few per
 * claim; where many lanes share two keys that are busy by turns, each turn moves them all.
 *
 * <p>Not thread-safe: guarded by the store's lock. Proven by {@code ReadyQueueTest}.
 */
final class ReadyQueue {

  private final HeldKeys held;
  private final Map<List<String>, Lane> lanes = new HashMap<>();
  private final TreeMap<AsyncJob, Lane> open = new TreeMap<>(AsyncJob.QUEUE_ORDER);
  private final Map<String, TreeMap<AsyncJob, Lane>> aside = new HashMap<>();

  ReadyQueue(HeldKeys held) {
    this.held = held;
  }

  boolean isEmpty() {
    return lanes.isEmpty();
  }

  void add(AsyncJob job) {
    Lane lane = lanes.computeIfAbsent(job.spec().keys(), Lane::new);
    takeOut(lane);
    lane.jobs.add(job);
    putBack(lane);
  }

  void remove(AsyncJob job) {
    Lane lane = Objects.requireNonNull(lanes.get(job.spec().keys()));
    takeOut(lane);
    lane.jobs.remove(job);
    putBack(lane);
  }

  /** The first job whose keys all have room. */
  @Nullable AsyncJob first() {
    while (!open.isEmpty()) {
      Lane best = open.firstEntry().getValue();
      if (held.firstFull(best.keys) == null) {
        return best.jobs.first();
      }
      takeOut(best);
      putBack(best);
    }
    return null;
  }

  /** A key got room: the best lane set aside at it competes again. */
  void keyIsFree(String key) {
    TreeMap<AsyncJob, Lane> waiting = aside.get(key);
    if (waiting != null) {
      Lane best = waiting.firstEntry().getValue();
      takeOut(best);
      open(best);
    }
  }

  /** Takes a lane out of its queue, so that its jobs may change. */
  private void takeOut(Lane lane) {
    if (lane.jobs.isEmpty()) {
      return;
    }
    if (lane.asideAt == null) {
      open.remove(lane.jobs.first());
      return;
    }
    TreeMap<AsyncJob, Lane> waiting = Objects.requireNonNull(aside.get(lane.asideAt));
    waiting.remove(lane.jobs.first());
    if (waiting.isEmpty()) {
      aside.remove(lane.asideAt);
      held.stopWaiting(lane.asideAt, this);
    }
  }

  /** Puts a lane where it belongs now, and lets others come forward in its place. */
  private void putBack(Lane lane) {
    if (lane.jobs.isEmpty()) {
      lanes.remove(lane.keys);
    } else {
      String full = held.firstFull(lane.keys);
      if (full == null) {
        open(lane);
      } else {
        setAside(lane, full);
      }
    }
    for (String key : lane.keys) {
      if (!held.isFull(key)) {
        keyIsFree(key);
      }
    }
  }

  private void open(Lane lane) {
    lane.asideAt = null;
    open.put(lane.jobs.first(), lane);
  }

  private void setAside(Lane lane, String key) {
    lane.asideAt = key;
    aside
        .computeIfAbsent(key, k -> new TreeMap<>(AsyncJob.QUEUE_ORDER))
        .put(lane.jobs.first(), lane);
    held.startWaiting(key, this);
  }

  /** Waiting jobs that need the same keys. */
  private static final class Lane {
    private final List<String> keys;
    private final TreeSet<AsyncJob> jobs = new TreeSet<>(AsyncJob.QUEUE_ORDER);
    private @Nullable String asideAt;

    private Lane(List<String> keys) {
      this.keys = keys;
    }
  }
}
