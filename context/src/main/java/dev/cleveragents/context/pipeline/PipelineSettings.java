package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.pipeline.execution.Deadlines;

/**
 * What can be set of a pipeline.
 *
 * @param weights what the strategies count for
 * @param deadlines how long strategies may take
 */
public record PipelineSettings(StrategyWeights weights, Deadlines deadlines) {

  /** The defaults. */
  public static final PipelineSettings DEFAULT =
      new PipelineSettings(StrategyWeights.DEFAULT, Deadlines.STANDARD);

  /** The same with other weights of the strategies. */
  public PipelineSettings withWeights(StrategyWeights other) {
    return new PipelineSettings(other, deadlines);
  }

  /** The same with other deadlines. */
  public PipelineSettings withDeadlines(Deadlines other) {
    return new PipelineSettings(weights, other);
  }
}
