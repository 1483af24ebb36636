package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanPhase;
import java.util.Optional;

/** The command that a person most likely types next about a plan. */
final class NextStep {

  private NextStep() {}

  static Optional<String> of(Plan plan) {
    String id = MeantPlan.suffix(plan.id());
    return switch (plan.standing().state()) {
      case QUEUED ->
          plan.standing().held()
              ? Optional.of("agents plan resume " + id)
              : Optional.of("agents worker run");
      case PROCESSING -> Optional.of("agents plan watch " + id);
      case WAITING -> Optional.empty();
      case COMPLETE ->
          Optional.of(
              plan.standing().phase() == PlanPhase.STRATEGIZE
                  ? "agents plan execute " + id
                  : "agents plan apply " + id);
      case ERRORED -> Optional.of("agents plan errors " + id);
      case CONSTRAINED -> Optional.of("agents plan apply " + id);
      case CANCELLED, APPLIED -> Optional.empty();
    };
  }
}
