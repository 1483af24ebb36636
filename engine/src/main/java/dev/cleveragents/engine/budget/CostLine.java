package dev.cleveragents.engine.budget;

import dev.cleveragents.engine.model.Money;
import java.util.Locale;

/**
 * The cost of calls that have something in common.
 *
 * @param name of the day, project, actor or model
 * @param unpriced how many calls were of models whose price is not known
 */
public record CostLine(String name, long calls, Money money, long tokens, long unpriced) {

  /** What the calls of a line have in common. */
  public enum By {
    DAY,
    PROJECT,
    ACTOR,
    MODEL;

    /** The word for people and programs. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The cost of the line. */
  public PlanCost cost() {
    return new PlanCost(calls, money, tokens, unpriced);
  }
}
