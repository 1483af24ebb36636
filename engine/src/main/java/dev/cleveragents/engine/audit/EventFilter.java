package dev.cleveragents.engine.audit;

import dev.cleveragents.workspace.PlanId;
import org.jspecify.annotations.Nullable;

/**
 * Selects entries of the log; null matches any.
 *
 * @param type the type or a prefix of it that ends before a dot: {@code plan} also matches {@code
 *     plan.moved}
 */
public record EventFilter(@Nullable PlanId plan, @Nullable String type, @Nullable String actor) {

  /** Matches every entry. */
  public static final EventFilter ALL = new EventFilter(null, null, null);

  public static EventFilter ofPlan(PlanId plan) {
    return new EventFilter(plan, null, null);
  }
}
