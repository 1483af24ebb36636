package dev.cleveragents.context.pipeline;

import java.util.Map;

/**
 * What the finds of each strategy count for when they are fused. A strategy of weight 0 is not
 * asked.
 *
 * @param byName the weights, by the names of strategies
 * @param others the weight of every strategy that is not named
 * @param version what these weights are called in answers
 */
public record Weights(Map<String, Double> byName, double others, String version) {

  /** The strategy that is asked when no other has anything to say. */
  public static final String SIMPLE_KEYWORD = "simple-keyword";

  /**
   * Words count for most. Measured on real histories, equal weights do worse than words alone; what
   * does better on a project is fitted on its own history.
   */
  public static final Weights DEFAULT = new Weights(Map.of(SIMPLE_KEYWORD, 1.0), 0.2, "default-1");

  /**
   * Checks the numbers and takes a copy.
   *
   * @throws IllegalArgumentException if a weight is no number from 0 to a million
   */
  public Weights {
    byName = Map.copyOf(byName);
    byName.forEach(Weights::check);
    check("the others", others);
  }

  /** What the finds of that strategy count for. */
  public double of(String strategy) {
    return byName.getOrDefault(strategy, others);
  }

  private static void check(String name, double weight) {
    if (!(weight >= 0 && weight <= 1_000_000)) {
      throw new IllegalArgumentException(
          "The weight of %s is %s; give a number from 0 to 1,000,000".formatted(name, weight));
    }
  }
}
