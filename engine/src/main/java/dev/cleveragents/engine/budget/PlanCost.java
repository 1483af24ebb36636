package dev.cleveragents.engine.budget;

import dev.cleveragents.engine.model.Money;

/**
 * What the calls of models have cost, with those under way at their worst case.
 *
 * @param unpriced how many calls were of models whose price is not known; they count no money
 */
public record PlanCost(long calls, Money money, long tokens, long unpriced) {

  public static final PlanCost NONE = new PlanCost(0, Money.ZERO, 0, 0);

  public PlanCost plus(PlanCost other) {
    return new PlanCost(
        calls + other.calls,
        money.plus(other.money),
        tokens + other.tokens,
        unpriced + other.unpriced);
  }

  /** For people, such as {@code $0.42}, {@code unknown} or {@code $0.10 and unknown}. */
  @Override
  public String toString() {
    if (unpriced == 0) {
      return money.toString();
    }
    return unpriced == calls ? "unknown" : money + " and unknown";
  }
}
