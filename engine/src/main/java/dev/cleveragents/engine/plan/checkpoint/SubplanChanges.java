package dev.cleveragents.engine.plan.checkpoint;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.plan.brief.PlanAmendment;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Reason;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs one subplan again, or leaves it out, also after the results were merged and before they are
 * applied. The merge is rolled back first, so that no result is applied that is about to change;
 * the other subplans are not run again. A process that dies in between leaves plans that the same
 * request, repeated, moves.
 */
public record SubplanChanges(PlanService plans, Checkpoints checkpoints) {

  /**
   * Runs a subplan again; its plan merges when it is resumed.
   *
   * @param guidance what its agent is told, which then continues; null starts it over
   * @param change another command; null for the same
   * @throws OperationException if its plan is applied, merging or over, or if the subplan runs, was
   *     cancelled or takes no guidance
   */
  public Plan rerun(PlanId id, @Nullable String guidance, @Nullable PlanAmendment change) {
    Plan subplan = plans.require(id);
    if (subplan.status().state() == PlanState.PROCESSING
        || subplan.status().state() == PlanState.CANCELLED) {
      throw OperationException.conflict(
          "Subplan %s is %s and cannot be run again".formatted(id, subplan.status().stage()),
          subplan.status().state() == PlanState.CANCELLED
              ? NextAction.of(Verb.SHOW_DIFF, id)
              : NextAction.of(Verb.PAUSE_PLAN, id));
    }
    if (guidance != null && !(subplan.brief().execution() instanceof Work.ByModel)) {
      throw OperationException.invalid(
          "A command does the work of subplan %s, and takes no guidance. Give it another command"
              .formatted(id));
    }
    if (change != null) {
      // Refused before anything is moved.
      Objects.requireNonNull(change.on(subplan.brief(), 0));
    }
    takeBackMerge(subplan);
    if (guidance != null) {
      plans.guide(id, guidance);
    } else {
      first(subplan).ifPresent(point -> checkpoints.rollBack(id, point));
    }
    return change == null ? plans.resume(id) : plans.resume(id, change);
  }

  /**
   * Cancels a subplan, so that its result is not merged.
   *
   * @throws OperationException if its plan is applied or merging
   */
  public Plan leaveOut(PlanId id, String reason) {
    takeBackMerge(plans.require(id));
    return plans.cancel(id, reason);
  }

  /** Rolls the plan of a complete subplan back to before its merge, if it has merged. */
  private void takeBackMerge(Plan subplan) {
    Plan parent = plans.require(Objects.requireNonNull(subplan.kind().parent()));
    switch (parent.status().state()) {
      case APPLIED ->
          throw new OperationException(
              OperationException.Kind.CONFLICT,
              "Plan %s is applied with the result of subplan %s"
                  .formatted(parent.id(), subplan.id()),
              "Undo the plan instead",
              NextAction.of(Verb.UNDO_PLAN, parent.id()));
      case PROCESSING ->
          throw OperationException.conflict(
              "Plan %s is merging or checking the results of its subplans. Pause it first"
                  .formatted(parent.id()),
              NextAction.of(Verb.PAUSE_PLAN, parent.id()));
      case CANCELLED, QUEUED, WAITING, COMPLETE, ERRORED, CONSTRAINED -> {}
    }
    boolean merged =
        parent.status().phase() != PlanPhase.STRATEGIZE
            && parent.status().counters().stepsDone() > 0;
    if (merged && parent.status().state() != PlanState.CANCELLED) {
      first(parent).ifPresent(point -> checkpoints.rollBack(parent.id(), point));
    }
  }

  /** The point before the first step, if a step was done. */
  private Optional<Checkpoint> first(Plan plan) {
    return checkpoints.of(plan).stream()
        .filter(point -> point.step() == 0 && point.reason() == Reason.BEFORE_TOOL)
        .findFirst();
  }
}
