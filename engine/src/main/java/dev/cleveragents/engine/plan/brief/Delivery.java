package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.workspace.apply.request.Destination;
import org.jspecify.annotations.Nullable;

/**
 * How the result of a plan reaches the user's repositories.
 *
 * @param destination where it goes
 * @param message of the commit; null for the goal of the plan
 * @param hooks whether the user's git hooks check it before, unless the settings skip them
 */
public record Delivery(Destination destination, @Nullable String message, boolean hooks) {

  /** A commit on the branch that is checked out. */
  public static final Delivery USUAL = new Delivery(new Destination.CheckedOutBranch(), null, true);

  public Delivery to(Destination other) {
    return new Delivery(other, message, hooks);
  }

  public Delivery withMessage(String other) {
    return new Delivery(destination, other, hooks);
  }

  public Delivery withoutHooks() {
    return new Delivery(destination, message, false);
  }
}
