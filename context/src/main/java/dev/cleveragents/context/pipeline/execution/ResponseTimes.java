package dev.cleveragents.context.pipeline.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What strategies usually take, and so how long each is waited for: {@value #TIMES} times the
 * longest of its last {@value #KEPT} answers, at least {@link #LEAST} and never longer than the
 * deadline that is set. One that has not answered yet is given as long as the slowest of the others
 * is; where none has answered, all of what is set. After each time-out twice as long is waited
 * until it answers again, so that a machine that has become slow does not open the circuits of
 * strategies that are well.
 *
 * <p>{@code byName} and what is in it are guarded by {@code this}, held for a look or an entry.
 */
final class ResponseTimes {

  static final Duration LEAST = Duration.ofMillis(250);

  static final int TIMES = 5;
  static final int KEPT = 32;

  /** More would be past every deadline, and past what a number holds. */
  private static final int MOST_DOUBLINGS = 10;

  private static final class Usual {
    private final Deque<Duration> took = new ArrayDeque<>();
    private int late;
  }

  @GuardedBy("this")
  private final Map<String, Usual> byName = new HashMap<>();

  /**
   * How long to wait for a strategy.
   *
   * @param most what is set
   */
  synchronized Duration deadline(String strategy, Duration most) {
    Usual usual = byName.getOrDefault(strategy, new Usual());
    Optional<Duration> longest =
        longest(usual)
            .or(
                () ->
                    byName.values().stream()
                        .flatMap(other -> longest(other).stream())
                        .max(Comparator.naturalOrder()));
    if (longest.isEmpty()) {
      return most;
    }
    Duration wait = longest.get().multipliedBy(TIMES);
    Duration longer = (wait.compareTo(LEAST) < 0 ? LEAST : wait).multipliedBy(1L << usual.late);
    return longer.compareTo(most) < 0 ? longer : most;
  }

  private static Optional<Duration> longest(Usual usual) {
    return usual.took.stream().max(Comparator.naturalOrder());
  }

  /** A strategy has answered, after so long. */
  synchronized void answered(String strategy, Duration took) {
    Usual usual = byName.computeIfAbsent(strategy, _ -> new Usual());
    usual.late = 0;
    usual.took.addLast(took);
    if (usual.took.size() > KEPT) {
      usual.took.removeFirst();
    }
  }

  /** A strategy has not answered in time. */
  synchronized void timedOut(String strategy) {
    Usual usual = byName.computeIfAbsent(strategy, _ -> new Usual());
    usual.late = Math.min(usual.late + 1, MOST_DOUBLINGS);
  }
}
