package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.PlanPhase;
import java.util.List;
import java.util.Optional;

/** The command that a person most likely types next about a plan. */
final class NextStep {

  private NextStep() {}

  /**
   * What helps a plan that stands so.
   *
   * @param errors what went wrong with it, the last thing last
   */
  static Optional<String> of(Plan plan, List<PlanError> errors) {
    String id = MeantPlan.suffix(plan.id());
    return switch (plan.standing().state()) {
      case QUEUED ->
          plan.standing().held()
              ? Optional.of("agents plan resume " + id)
              : Optional.of("agents worker run");
      case PROCESSING -> Optional.of("agents plan watch " + id);
      case WAITING ->
          Optional.of(
              plan.standing().waitsFor() == null
                  ? "agents plan resume " + id
                  : "agents approvals " + id);
      case COMPLETE ->
          Optional.of(
              plan.standing().phase() == PlanPhase.STRATEGIZE
                  ? "agents plan execute " + id
                  : "agents plan apply " + id);
      case ERRORED -> Optional.of("agents plan errors " + id);
      case CONSTRAINED -> Optional.of(advised(plan, errors).orElse("agents plan apply " + id));
      case CANCELLED, APPLIED -> Optional.empty();
    };
  }

  /** What the last thing that went wrong said to type. */
  private static Optional<String> advised(Plan plan, List<PlanError> errors) {
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(errors.getLast().advice().command())
            .map(it -> it.replace(plan.id().toString(), MeantPlan.suffix(plan.id())));
  }
}
