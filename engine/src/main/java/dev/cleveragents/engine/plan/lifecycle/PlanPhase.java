package dev.cleveragents.engine.plan.lifecycle;

import java.util.Optional;

/** The phases of a plan, in their order. */
public enum PlanPhase {
  /** Decides what to do; changes nothing. */
  STRATEGIZE,
  /** Does the work, in sandboxes only. */
  EXECUTE,
  /** Moves the result into the real resources. */
  APPLY;

  /** The phase that comes after this one. */
  public Optional<PlanPhase> next() {
    return switch (this) {
      case STRATEGIZE -> Optional.of(EXECUTE);
      case EXECUTE -> Optional.of(APPLY);
      case APPLY -> Optional.empty();
    };
  }
}
