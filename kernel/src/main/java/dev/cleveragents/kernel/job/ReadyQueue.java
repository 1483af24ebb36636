package dev.cleveragents.kernel.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Due jobs in the order of their rank, where a million jobs behind one busy key cost nothing.
 *
 * <p>Jobs that need the same keys stand in one lane. A lane is either open (it competes for the
 * next claim with its first job) or set aside at one of its keys that was full when it was looked
 * at:
 *
 * <pre>
 *   open      ──  lane [] ─ 3 ─ 8 ─ 9 …     lane [plan:7] ─ 5 …
 *   set aside ──  target:/a ▸ lane [plan:1, target:/a] ─ 1 …   lane [plan:2, target:/a] ─ 4 …
 * </pre>
 *
 * <p>Invariant: if a key has room and lanes are set aside at it, the best of them has been opened
 * or has been looked at again. So whatever is taken from an open lane, the keys of that lane that
 * still have room call back one lane each. Taking, adding and removing cost O(log n).
 *
 * <p>Not thread-safe: guarded by the store's lock.
 */
final class ReadyQueue {

  private final HeldKeys held;
  private final Map<List<String>, Lane> lanes = new HashMap<>();
  private final TreeMap<QueuePosition, Lane> open = new TreeMap<>();
  private final Map<String, TreeMap<QueuePosition, Lane>> aside = new HashMap<>();

  ReadyQueue(HeldKeys held) {
    this.held = held;
  }

  boolean isEmpty() {
    return lanes.isEmpty();
  }

  void add(AsyncJob job) {
    Lane lane = lanes.computeIfAbsent(job.spec().keys(), Lane::new);
    takeOut(lane);
    lane.jobs.add(QueuePosition.of(job));
    if (lane.asideAt != null && held.isFull(lane.asideAt)) {
      setAside(lane, lane.asideAt);
    } else {
      open(lane);
    }
  }

  void remove(AsyncJob job) {
    Lane lane = lanes.get(job.spec().keys());
    if (lane == null) {
      return;
    }
    takeOut(lane);
    lane.jobs.remove(QueuePosition.of(job));
    if (lane.jobs.isEmpty()) {
      lanes.remove(lane.keys);
    } else if (lane.asideAt != null) {
      setAside(lane, lane.asideAt);
    } else {
      open(lane);
    }
    callBack(lane.keys);
  }

  /** The first job whose keys all have room. */
  @Nullable QueuePosition first() {
    while (!open.isEmpty()) {
      Lane lane = open.firstEntry().getValue();
      String full = held.firstFull(lane.keys);
      if (full == null) {
        return lane.jobs.first();
      }
      takeOut(lane);
      setAside(lane, full);
      callBack(lane.keys);
    }
    return null;
  }

  /** A key got room: the best lane set aside at it is looked at again. */
  void keyIsFree(String key) {
    TreeMap<QueuePosition, Lane> waiting = aside.get(key);
    if (waiting != null) {
      Lane best = waiting.firstEntry().getValue();
      takeOut(best);
      open(best);
    }
  }

  private void callBack(List<String> keys) {
    for (String key : keys) {
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
    aside.computeIfAbsent(key, k -> new TreeMap<>()).put(lane.jobs.first(), lane);
    held.startWaiting(key, this);
  }

  /** Takes a lane out of where it stands, so that its first job may change. */
  private void takeOut(Lane lane) {
    if (lane.jobs.isEmpty()) {
      return;
    }
    String key = lane.asideAt;
    if (key == null) {
      open.remove(lane.jobs.first());
      return;
    }
    TreeMap<QueuePosition, Lane> waiting = aside.get(key);
    if (waiting != null) {
      waiting.remove(lane.jobs.first());
      if (waiting.isEmpty()) {
        aside.remove(key);
        held.stopWaiting(key, this);
      }
    }
  }

  /** Waiting jobs that need the same keys. */
  private static final class Lane {
    private final List<String> keys;
    private final TreeSet<QueuePosition> jobs = new TreeSet<>();
    private @Nullable String asideAt;

    private Lane(List<String> keys) {
      this.keys = keys;
    }
  }
}
