package dev.cleveragents.context.pipeline;

import java.util.Map;

/**
 * How much the finds of each strategy count when they are fused. A strategy of weight 0 is asked
 * only if the request prefers it by name.
 *
 * @param byName the weights, by the names of strategies
 * @param others the weight of every other strategy
 * @param version names these weights in answers
 */
public record StrategyWeights(Map<String, Double> byName, double others, String version) {

  /** The strategy that is asked when no other can answer. */
  public static final String SIMPLE_KEYWORD = "simple-keyword";

  /**
   * Words and history count alike. Other strategies showed no gain on real histories
   * (bench/README.md) and are off, the code graph also for questions with a focus, if there is a
   * history.
   */
  public static final StrategyWeights DEFAULT =
      new StrategyWeights(Map.of(SIMPLE_KEYWORD, 1.0, "temporal-archaeology", 1.0), 0, "default-3");

  /** Takes a copy. */
  public StrategyWeights {
    byName = Map.copyOf(byName);
  }

  /** The weight of that strategy. */
  double of(String strategy) {
    return byName.getOrDefault(strategy, others);
  }
}
