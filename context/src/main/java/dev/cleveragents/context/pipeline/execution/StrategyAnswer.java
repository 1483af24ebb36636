package dev.cleveragents.context.pipeline.execution;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.StrategyOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What became of asking one strategy.
 *
 * @param share who was asked, and with what
 * @param outcome how it ended
 * @param detail why, where it did not go well or not all was taken; otherwise empty
 * @param fragments what it found, the most relevant first; empty unless it ended well
 * @param took how long it took, if that was measured
 */
public record StrategyAnswer(
    BudgetShare share,
    StrategyOutcome outcome,
    String detail,
    List<ContextFragment> fragments,
    Optional<Duration> took) {

  /** One with nothing in it. */
  public static StrategyAnswer none(BudgetShare share, StrategyOutcome outcome, String detail) {
    return new StrategyAnswer(share, outcome, detail, List.of(), Optional.empty());
  }
}
