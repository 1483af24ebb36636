package dev.cleveragents.engine.audit;

import dev.cleveragents.engine.PlanId;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of the log are wanted; null means any.
 *
 * @param type the type, or a beginning of it that ends before a dot: {@code plan} also means {@code
 *     plan.moved}
 */
public record EventFilter(@Nullable PlanId plan, @Nullable String type, @Nullable String actor) {

  /** All of them. */
  public static final EventFilter ALL = new EventFilter(null, null, null);

  public static EventFilter ofPlan(PlanId plan) {
    return new EventFilter(plan, null, null);
  }
}
