package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.PlanMover.Stretch;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint;
import dev.cleveragents.engine.plan.checkpoint.CheckpointRows;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.store.Database;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Changesets;
import java.util.List;

/**
 * Lets users work on plans beside their actors: edit the sandboxes, have the files checked as they
 * are, and continue with what an unfinished step has left. Stateless; each request is one
 * conditional write, as all moves of plans.
 */
public final class PlanEdits {

  private final Database database;
  private final PlanMover mover;
  private final PlanJournal journal;

  PlanEdits(Database database, PlanMover mover, PlanJournal journal) {
    this.database = database;
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
              PlanStatus after = PlanLifecycle.reopen(before.status(), what);
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
                before.status().counters().stepsDone() + 1);
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

  /**
   * Makes what the unfinished step of a plan has left a step of its own, on top of which the plan
   * continues when it is resumed.
   *
   * @throws OperationException if nothing of an unfinished step is on record, or the plan is not
   *     paused or errored in its work
   */
  public Plan keepPartial(PlanId id) {
    return database.write(
        transaction -> {
          PlanTransaction moves = journal.moves(transaction);
          Plan plan = moves.lock(id).orElseGet(() -> new PlanRows(transaction).require(id));
          if (!PlanLifecycle.allowsReopening(plan.status())) {
            throw OperationException.conflict(
                "Plan %s is %s and has no partial result to keep"
                    .formatted(id, plan.status().stage()),
                NextAction.of(Verb.SHOW_PLAN, id));
          }
          PlanStatus.Counters counters = plan.status().counters();
          Checkpoint left =
              new CheckpointRows(transaction)
                  .of(id, counters.replans()).stream()
                      .filter(point -> point.step() == counters.stepsDone())
                      .filter(point -> point.changeset() != null)
                      .reduce((_, last) -> last)
                      .orElseThrow(() -> nothingLeft(plan));
          if (left.changeset() == null || !Changesets.adopt(transaction, left.changeset())) {
            throw nothingLeft(plan);
          }
          int step = counters.stepsDone() + 1;
          journal.decide(
              transaction,
              id,
              DecisionContent.of(
                  DecisionType.PARTIAL_KEPT,
                  "Continue with what the unfinished step has left?",
                  "yes: " + left.what(),
                  "the user asked for it"),
              step);
          Plan after = moves.stepDone(plan, step);
          moves.append(
              "step.done", after, AuditEvent.data("step", step, "what", "partial: " + left.what()));
          return after;
        });
  }

  private static OperationException nothingLeft(Plan plan) {
    return new OperationException(
        OperationException.Kind.CONFLICT,
        "The unfinished step of plan %s has left no recorded changes".formatted(plan.id()),
        "Resume it without them. What a killed process has left is in its sandbox only",
        NextAction.of(Verb.RESUME_PLAN, plan.id()));
  }
}
