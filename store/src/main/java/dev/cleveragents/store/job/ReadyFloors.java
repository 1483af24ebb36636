package dev.cleveragents.store.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From which rank on claims have to look for ready jobs. In PostgreSQL a job that was claimed
 * leaves a dead entry at the beginning of the index, and as long as any transaction is held open,
 * every claim would walk over all of them.
 *
 * <p>A claim raises the floor of its line to the last job it took; a job that becomes ready below
 * it lowers it again, after its commit. A claim that began before that does not raise it any more.
 * A hint only: a claim that finds too little looks below the floor too, but not all the time, so
 * that a job whose news was lost is found late and not never. The lock guards everything.
 */
final class ReadyFloors {

  /** Jobs that a claim finds together. */
  record Line(@Nullable String group, String type) {}

  /**
   * What a claim has learnt.
   *
   * @param epoch when it began
   * @param ranks in each line, the rank up to which nothing is left
   * @param lowestReady the lowest rank of what it has made ready itself, if anything
   */
  record Reached(long epoch, Map<Line, Long> ranks, long lowestReady) {}

  static final long NONE = Long.MIN_VALUE;

  private static final long LOOK_BELOW_AFTER = Duration.ofMillis(500).toNanos();

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Line, Long> floors = new HashMap<>();

  @GuardedBy("lock")
  private final Map<Line, Long> lookedBelow = new HashMap<>();

  @GuardedBy("lock")
  private long epoch;

  /** Counts how often a floor was lowered. */
  long epoch() {
    synchronized (lock) {
      return epoch;
    }
  }

  long of(Line line) {
    synchronized (lock) {
      return floors.getOrDefault(line, NONE);
    }
  }

  /** Whether it is time to look below the floor, and if so, that it is done now. */
  boolean lookBelow(Line line) {
    synchronized (lock) {
      long now = System.nanoTime();
      Long last = lookedBelow.get(line);
      boolean due = last == null || now - last >= LOOK_BELOW_AFTER;
      if (due) {
        lookedBelow.put(line, now);
      }
      return due;
    }
  }

  /** A claim is stored. */
  void raise(Reached reached) {
    synchronized (lock) {
      if (reached.epoch == epoch) {
        reached.ranks.forEach((line, rank) -> floors.merge(line, rank, Math::max));
      }
    }
    madeReady(reached.lowestReady);
  }

  /** Jobs of this rank, or behind it, are ready from now on; the greatest rank means none. */
  void madeReady(long rank) {
    if (rank == Long.MAX_VALUE) {
      return;
    }
    synchronized (lock) {
      epoch++;
      floors.replaceAll((line, floor) -> Math.min(floor, rank));
    }
  }
}
