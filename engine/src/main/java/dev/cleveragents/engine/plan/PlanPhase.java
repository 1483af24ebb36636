package dev.cleveragents.engine.plan;

import java.util.Optional;

/** The three stretches of a plan's road, in their order. */
public enum PlanPhase {
  /** Decides what to do; changes nothing. */
  STRATEGIZE,
  /** Does it, in sandboxes only. */
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
