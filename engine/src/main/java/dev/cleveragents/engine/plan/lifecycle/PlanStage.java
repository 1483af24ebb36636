package dev.cleveragents.engine.plan.lifecycle;

import java.util.Locale;

/** A phase and the plan's state in it; only pairs that {@link #exists} are ever stored. */
public record PlanStage(PlanPhase phase, PlanState state) {

  public PlanStage {
    if (!exists(phase, state)) {
      throw new IllegalArgumentException(
          "There is no %s in phase %s".formatted(state.name(), phase.name()));
    }
  }

  /** Whether a phase has this state: applied and constrained are of the last one only. */
  static boolean exists(PlanPhase phase, PlanState state) {
    return phase == PlanPhase.APPLY
        ? state != PlanState.COMPLETE
        : state != PlanState.APPLIED && state != PlanState.CONSTRAINED;
  }

  /** As people see it: {@code execute/queued}. */
  @Override
  public String toString() {
    return (phase.name() + "/" + state.name()).toLowerCase(Locale.ROOT);
  }
}
