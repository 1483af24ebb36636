package dev.cleveragents.store.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ranks from which claims have to look for ready jobs. In PostgreSQL a claimed job leaves a
 * dead index entry, and while any transaction is held open, every claim would scan all of them.
 *
 * <p>A claim raises the bound of its line to the last job that it took. A job that becomes ready
 * below the bound lowers it after its commit; a claim that began before that no longer raises it.
 * Bounds are hints only: a claim that finds too few jobs also looks below the bound from time to
 * time, so that a job whose notification was lost is found late, but is found. The lock guards
 * everything.
 */
final class ReadyRankBounds {

  /** The jobs of one group and type, which a claim reads together. */
  record Line(@Nullable String group, String type) {}

  /**
   * What a claim has found out.
   *
   * @param epoch when it began
   * @param ranks in each line, the rank up to which nothing is left
   * @param lowestReady the lowest rank of the jobs that it has made ready itself
   */
  record Reached(long epoch, Map<Line, Long> ranks, long lowestReady) {}

  static final long NONE = Long.MIN_VALUE;

  private static final long LOOK_BELOW_AFTER = Duration.ofMillis(500).toNanos();

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Line, Long> bounds = new HashMap<>();

  @GuardedBy("lock")
  private final Map<Line, Long> lookedBelow = new HashMap<>();

  @GuardedBy("lock")
  private long epoch;

  /** How often a bound was lowered. */
  long epoch() {
    synchronized (lock) {
      return epoch;
    }
  }

  long of(Line line) {
    synchronized (lock) {
      return bounds.getOrDefault(line, NONE);
    }
  }

  /** Whether it is time to look below the bound; if so, the next time is counted from now. */
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

  /** Called after the commit of a claim. */
  void raise(Reached reached) {
    synchronized (lock) {
      if (reached.epoch == epoch) {
        reached.ranks.forEach((line, rank) -> bounds.merge(line, rank, Math::max));
      }
    }
    madeReady(reached.lowestReady);
  }

  /** Jobs of this rank or above have become ready; the greatest rank means none. */
  void madeReady(long rank) {
    if (rank == Long.MAX_VALUE) {
      return;
    }
    synchronized (lock) {
      epoch++;
      bounds.replaceAll((line, bound) -> Math.min(bound, rank));
    }
  }
}
