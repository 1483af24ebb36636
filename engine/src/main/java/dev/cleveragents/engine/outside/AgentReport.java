package dev.cleveragents.engine.outside;

import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.Money;
import org.jspecify.annotations.Nullable;

/**
 * What a coding agent has reported about its run so far.
 *
 * @param summary its last message or error; empty if it printed none
 * @param money null if it did not report a cost
 * @param outOfBudget whether it stopped because it reached the budget that it was given
 */
public record AgentReport(
    String summary, ModelUsage usage, @Nullable Money money, boolean outOfBudget) {

  /** Whether it reported tokens or money. */
  public boolean hasCost() {
    return usage.total() > 0 || (money != null && money.picodollars() > 0);
  }
}
