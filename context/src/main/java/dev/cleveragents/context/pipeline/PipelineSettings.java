package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.pipeline.execution.Deadlines;
import java.util.Map;

/**
 * What can be set of a pipeline.
 *
 * @param weights what the strategies count for
 * @param score what the parts of a score count for
 * @param caps the most of a budget that a strategy gets, 0 to 1, by name; those not named may get
 *     all of it
 * @param deadlines how long strategies may take
 */
public record PipelineSettings(
    StrategyWeights weights, ScoreWeights score, Map<String, Double> caps, Deadlines deadlines) {

  /** Everything as usual. */
  public static final PipelineSettings DEFAULT =
      new PipelineSettings(
          StrategyWeights.DEFAULT, ScoreWeights.DEFAULT, Map.of(), Deadlines.STANDARD);

  /**
   * Checks the caps and takes a copy.
   *
   * @throws IllegalArgumentException if one is not 0 to 1
   */
  public PipelineSettings {
    caps = Map.copyOf(caps);
    caps.forEach(
        (name, cap) -> {
          if (!(cap >= 0 && cap <= 1)) {
            throw new IllegalArgumentException(
                "The cap of %s is %s; give a part of the budget from 0 to 1".formatted(name, cap));
          }
        });
  }

  /** The same with other weights of the strategies. */
  public PipelineSettings withWeights(StrategyWeights other) {
    return new PipelineSettings(other, score, caps, deadlines);
  }

  /** The same with other deadlines. */
  public PipelineSettings withDeadlines(Deadlines other) {
    return new PipelineSettings(weights, score, caps, other);
  }
}
