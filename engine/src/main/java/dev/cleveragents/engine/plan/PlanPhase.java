package dev.cleveragents.engine.plan;

/** The three stretches of a plan's road, in their order. */
public enum PlanPhase {
  /** Decides what to do; changes nothing. */
  STRATEGIZE,
  /** Does it, in sandboxes only. */
  EXECUTE,
  /** Moves the result into the real resources. */
  APPLY
}
