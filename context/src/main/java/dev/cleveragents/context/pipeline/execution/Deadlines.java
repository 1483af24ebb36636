package dev.cleveragents.context.pipeline.execution;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How long strategies may take. With none, an answer waits for every strategy and has nothing in it
 * that depends on a clock, so that it can be made again byte for byte.
 *
 * @param standard the longest that a strategy is waited for that is not named; mostly it is less,
 *     by what it usually takes ({@link ResponseTimes}). Empty for no deadline at all
 * @param byName for these exactly this
 */
public record Deadlines(Optional<Duration> standard, Map<String, Duration> byName) {

  /**
   * Two seconds at most: an honest strategy takes milliseconds, on a cold disk perhaps one second;
   * who waits for an answer has not gone away by then.
   */
  public static final Deadlines STANDARD = of(Duration.ofSeconds(2));

  /** Reproducible: {@code --no-deadline}. */
  public static final Deadlines NONE = new Deadlines(Optional.empty(), Map.of());

  /**
   * Checks that they are positive, and takes a copy.
   *
   * @throws IllegalArgumentException if one is not, or some are named where there is no standard
   */
  public Deadlines {
    byName = Map.copyOf(byName);
    if (standard.isEmpty() && !byName.isEmpty()) {
      throw new IllegalArgumentException(
          "Deadlines are for all strategies or for none: give a standard one beside " + byName);
    }
    standard.ifPresent(Deadlines::check);
    byName.values().forEach(Deadlines::check);
  }

  /** The same for all. */
  public static Deadlines of(Duration each) {
    return new Deadlines(Optional.of(each), Map.of());
  }

  /** How long that strategy may take; empty for as long as it likes. */
  public Optional<Duration> of(String strategy, ResponseTimes usual) {
    return standard.map(
        most ->
            byName.containsKey(strategy)
                ? byName.getOrDefault(strategy, most)
                : usual.deadline(strategy, most));
  }

  private static void check(Duration deadline) {
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException("A deadline is above zero, not " + deadline);
    }
  }
}
