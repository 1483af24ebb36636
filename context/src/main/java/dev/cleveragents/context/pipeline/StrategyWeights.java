package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextRequest;
import java.util.Map;
import java.util.Set;

/**
 * How much the finds of each strategy count when they are fused. A strategy of weight 0 is asked
 * only if the request prefers it by name.
 *
 * @param byName the weights, by the names of strategies
 * @param withFocus strategies that have weight 1 where a request has a focus and {@code byName} has
 *     no weight for them
 * @param others the weight of every other strategy
 * @param version names these weights in answers
 */
public record StrategyWeights(
    Map<String, Double> byName, Set<String> withFocus, double others, String version) {

  /** The strategy that is asked when no other can answer. */
  public static final String SIMPLE_KEYWORD = "simple-keyword";

  /**
   * Words and history count alike; the code graph joins them where a request has a focus. Other
   * strategies showed no gain on real histories (bench/README.md) and are off.
   */
  public static final StrategyWeights DEFAULT =
      new StrategyWeights(
          Map.of(SIMPLE_KEYWORD, 1.0, "temporal-archaeology", 1.0),
          Set.of("breadth-depth-navigator"),
          0,
          "default-2");

  /** Takes copies. */
  public StrategyWeights {
    byName = Map.copyOf(byName);
    withFocus = Set.copyOf(withFocus);
  }

  /** The weight of that strategy for this request. */
  double of(String strategy, ContextRequest request) {
    Double named = byName.get(strategy);
    if (named != null) {
      return named;
    }
    return !request.focus().isEmpty() && withFocus.contains(strategy) ? 1 : others;
  }
}
