package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.NextCommand;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.Optional;

/** The command that a user most likely runs next on a plan. */
public final class PlanNextCommand {

  private PlanNextCommand() {}

  /**
   * The command for the plan's present state.
   *
   * @param errors its errors, the latest last
   */
  public static Optional<String> of(Plan plan, List<PlanError> errors) {
    String id = DisplayText.shortId(plan.id());
    PlanId parent = plan.kind().parent();
    if (parent != null && plan.status().state() == PlanState.COMPLETE) {
      return Optional.of("agents plan resume " + DisplayText.shortId(parent));
    }
    return switch (plan.status().state()) {
      case QUEUED ->
          plan.status().held()
              ? Optional.of("agents plan resume " + id)
              : Optional.of("agents plan watch " + id);
      case PROCESSING -> Optional.of("agents plan watch " + id);
      case WAITING ->
          Optional.of(
              switch (plan.status().waitsFor()) {
                case null -> "agents plan resume " + id;
                case PlanStatus.BUDGET -> "agents plan budget %s --add 1.00".formatted(id);
                case PlanStatus.CONFLICTS -> "agents plan conflicts " + id;
                case PlanStatus.SUBPLANS ->
                    plan.status().held()
                        ? "agents plan resume " + id
                        : "agents plan subplans " + id;
                default -> "agents approvals " + id;
              });
      case COMPLETE ->
          Optional.of(
              plan.status().phase() == PlanPhase.STRATEGIZE
                  ? "agents plan execute " + id
                  : "agents plan apply " + id);
      case ERRORED -> Optional.of("agents plan errors " + id);
      case CONSTRAINED ->
          !errors.isEmpty() && PlanFailure.isHook(errors.getLast())
              ? Optional.of("agents plan open " + id)
              : Optional.of(advised(plan, errors).orElse("agents plan apply " + id));
      case CANCELLED, APPLIED -> Optional.empty();
    };
  }

  /** The command after a user has denied a phase; only work can be planned again. */
  public static String afterDenial(Plan plan) {
    String id = DisplayText.shortId(plan.id());
    return plan.status().phase() == PlanPhase.STRATEGIZE
        ? "agents approvals %s --grant --reason '…', or agents plan cancel %s".formatted(id, id)
        : "agents plan replan %s --reason '…'".formatted(id);
  }

  /** The command that the latest error advises. */
  private static Optional<String> advised(Plan plan, List<PlanError> errors) {
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(NextCommand.about(plan.id(), errors.getLast().advice().next()));
  }
}
