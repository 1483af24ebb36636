package dev.cleveragents.context.pipeline.execution;

import dev.cleveragents.context.strategy.Strategy;

/**
 * A strategy that is asked.
 *
 * @param strategy which
 * @param confidence how well it says it can answer, above 0, at most 1
 * @param weight what its finds count for, above 0
 */
public record SelectedStrategy(Strategy strategy, double confidence, double weight) {

  public String name() {
    return strategy.name();
  }
}
