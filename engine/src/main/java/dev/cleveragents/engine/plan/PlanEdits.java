package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.PlanMover.Stretch;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.util.List;

/**
 * Lets users work on plans beside their actors: edit the sandboxes, have the files checked as they
 * are, and continue with what an unfinished step has left. Stateless; each request is one
 * conditional write, as all moves of plans.
 */
public final class PlanEdits {

  private final PlanMover mover;
  private final PlanJournal journal;

  PlanEdits(PlanMover mover, PlanJournal journal) {
    this.mover = mover;
    this.journal = journal;
  }

  /**
   * Queues the job in which the user edits the sandboxes of a plan; it is run by the process that
   * asks for it. A result that waits for its apply is withdrawn.
   *
   * @throws OperationException if the plan is running, waits for an answer, is being applied, has
   *     ended or was denied, or may change nothing
   */
  public Plan open(PlanId id) {
    return reopen(id, "be opened", PlanJob.Purpose.EDIT);
  }

  /** How many of the steps done are of the user and not of the plan's actor. */
  public int stepsOfUser(Plan plan) {
    return plan.status().counters().stepsDone() - mover.stepsOfActor(plan);
  }

  /**
   * Queues the checks of the plan's files as they are, with what the user has edited. Its actor
   * neither continues nor repairs.
   *
   * @throws OperationException as {@link #open}
   */
  public Plan check(PlanId id) {
    return reopen(id, "be checked", PlanJob.Purpose.CHECK);
  }

  private Plan reopen(PlanId id, String what, PlanJob.Purpose purpose) {
    Stretch stretch =
        new Stretch(
            before -> {
              mover.requireNotDenied(before);
              PlanStatus after =
                  PlanLifecycle.reopen(before.status(), what, mover.stepsOfWork(before));
              requireEditable(before, what);
              return before.with(after).with(List.of());
            },
            "to " + what,
            purpose);
    return mover.moveWithJob(
        id,
        _ -> false,
        stretch,
        (transaction, before) -> {
          journal.approvals(transaction).withdraw(before);
          if (purpose == PlanJob.Purpose.CHECK) {
            journal.decide(
                transaction,
                id,
                DecisionContent.of(
                    DecisionType.USER_INTERVENTION,
                    "How does the work continue?",
                    "check the files as they are",
                    "the user asked for it"),
                mover.stepsOfWork(before) + 1);
          }
        });
  }

  private static void requireEditable(Plan plan, String what) {
    if (plan.brief().execution() instanceof Work.Undo || plan.brief().rules().readOnly()) {
      throw OperationException.conflict(
          "Plan %s %s and cannot %s"
              .formatted(
                  plan.id(),
                  plan.brief().rules().readOnly() ? "is read-only" : "reverts another plan",
                  what),
          NextAction.of(Verb.SHOW_PLAN, plan.id()));
    }
  }
}
