package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.engine.subplan.SubplanNodes;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRow.Progress;
import dev.cleveragents.engine.subplan.SubplanRows;
import dev.cleveragents.engine.subplan.SubplanScheduler;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.journal.JournalStore;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Moves plans together with their subplans of any depth. Each plan is moved by a conditional write
 * of its own; a process that dies in between leaves plans that the same request, repeated, moves.
 */
public final class PlanTree {

  private final Database database;
  private final PlanMover mover;
  private final PlanJournal journal;

  public PlanTree(Database database, DatabaseJobStore jobs, PlanJournal journal) {
    this.database = database;
    this.mover = new PlanMover(database, jobs, journal);
    this.journal = journal;
  }

  /** The subplans of a plan, in the order in which their results are merged. */
  List<SubplanRow> subplans(Plan plan) {
    return switch (plan.brief().execution()) {
      case Work.BySubplans _, Work.ByModel _ ->
          database.read(transaction -> Subplans.of(transaction, plan));
      case Work.Plain _, Work.ByCommand _, Work.ByScript _, Work.Undo _, Work.Splitter _ ->
          List.of();
    };
  }

  /** The subplans that a plan continues with when it is resumed. */
  private List<SubplanRow> resumed(Plan plan) {
    // A model that was told of a failure has gone another way.
    return plan.brief().execution() instanceof Work.BySubplans || plan.status().waitsForSubplans()
        ? subplans(plan)
        : List.of();
  }

  /** All subplans below a plan, each plan before its subplans. */
  List<SubplanNode> below(Plan plan) {
    return database.read(
        transaction -> new SubplanNodes(transaction).below(plan.id(), plan.kind().root()));
  }

  /** Whether no plan of this tree moves until the user acts. */
  boolean isAtRest(Plan plan) {
    if (plan.status().isAtRest() || !plan.status().waitsForSubplans()) {
      return plan.status().isAtRest();
    }
    // If none runs any more, the plan has moved on since it was read, or is about to.
    List<SubplanRow> running =
        subplans(plan).stream().filter(it -> it.progress() == Progress.RUNNING).toList();
    return !running.isEmpty() && running.stream().allMatch(it -> isAtRest(mover.require(it.id())));
  }

  /** Whether a worker is processing a plan of this tree. */
  boolean isProcessing(Plan plan) {
    return plan.status().state() == PlanState.PROCESSING
        || subplans(plan).stream()
            .filter(it -> it.progress() == Progress.RUNNING)
            .anyMatch(it -> isProcessing(mover.require(it.id())));
  }

  Plan pause(PlanId id) {
    open(id, Progress.RUNNING).forEach(it -> unlessEnded(() -> pause(it)));
    return mover.askOwner(id, PlanLifecycle::hold, "paused", plan -> plan.status().held(), _ -> {});
  }

  /** Cancels a plan, then its subplans. */
  Plan cancel(PlanId id, String reason) {
    String safe = journal.audit().redact(reason);
    Plan cancelled =
        mover.askOwner(
            id,
            status -> PlanLifecycle.cancel(status, safe),
            safe,
            plan ->
                plan.status().state() == PlanState.CANCELLED
                    || plan.status().cancelReason() != null,
            transaction -> requireNotApplied(transaction, id));
    cancelSubplans(id, safe);
    PlanId parent = cancelled.kind().parent();
    if (parent != null) {
      settle(parent);
    }
    return cancelled;
  }

  /** Refuses to cancel an apply that has passed the point of no return. */
  private static void requireNotApplied(Transaction transaction, PlanId id) {
    if (JournalStore.isPastNoReturn(transaction, id)) {
      throw OperationException.conflict(
          "It is too late to cancel plan %s: it is applied, or will be once it is resumed after a crash"
              .formatted(id),
          NextAction.of(Verb.UNDO_PLAN, id));
    }
  }

  /** Cancels the subplans of a plan that have not ended. */
  void cancelSubplans(PlanId parent, String reason) {
    open(parent, Progress.PLANNED, Progress.RUNNING)
        .forEach(it -> unlessEnded(() -> cancel(it, reason)));
  }

  /** Cancels those beside a subplan that has failed, if the rules of their parent say so. */
  public void failed(Plan subplan) {
    PlanId parent = subplan.kind().parent();
    if (parent == null
        || !(mover.require(parent).brief().execution() instanceof Work.BySubplans work)
        || !work.rules().failFast()) {
      return;
    }
    String why = "subplan '%s' failed".formatted(nameOf(subplan));
    open(parent, Progress.PLANNED, Progress.RUNNING).stream()
        .filter(it -> !it.equals(subplan.id()))
        .forEach(it -> unlessEnded(() -> cancel(it, why)));
  }

  private static String nameOf(Plan subplan) {
    return subplan.brief().part() == null ? subplan.kind().goal() : subplan.brief().part().name();
  }

  /**
   * Resumes a plan and its subplans that were paused, have failed or wait for a larger budget.
   *
   * @param alone resumes the plan itself
   */
  Plan resume(PlanId id, Predicate<Plan> reached, Consumer<PlanId> alone) {
    Plan plan = mover.require(id);
    if (plan.brief().part() != null && !plan.status().isUnderWay()) {
      database.write(
          transaction -> {
            // It was at rest: its time starts again with its next job.
            new SubplanRows(transaction).deadline(id, null);
            return id;
          });
    }
    for (SubplanRow subplan : resumed(plan)) {
      boolean stopped =
          subplan.progress() == Progress.RUNNING
              && (subplan.stage().held() || PlanStatus.BUDGET.equals(subplan.stage().waitsFor()));
      if (stopped || subplan.progress() == Progress.FAILED) {
        unlessEnded(() -> resume(subplan.id(), reached, alone));
      }
    }
    PlanStatus status = plan.status();
    if (status.waitsForSubplans()) {
      if (status.held()) {
        mover.move(id, now -> now.with(PlanLifecycle.waitOn(now.status())), "resumed");
      }
      settle(id);
    } else if (!reached.test(plan)) {
      alone.accept(id);
    }
    return mover.require(id);
  }

  /** Continues a plan whose subplans have all ended. */
  private void settle(PlanId parent) {
    mover.moveWithJob(
        parent,
        plan -> !isOver(plan),
        plan -> plan.with(PlanLifecycle.answered(plan.status())),
        "its subplans have ended",
        (_, _) -> {});
  }

  private boolean isOver(Plan plan) {
    return plan.status().waitsForSubplans()
        && !plan.status().held()
        && SubplanScheduler.next(Subplans.rules(plan), subplans(plan)).over();
  }

  private List<PlanId> open(PlanId parent, Progress... wanted) {
    List<Progress> all = List.of(wanted);
    return subplans(mover.require(parent)).stream()
        .filter(it -> all.contains(it.progress()))
        .map(SubplanRow::id)
        .toList();
  }

  /** A plan that has ended meanwhile needs no such move. */
  private static void unlessEnded(Runnable move) {
    try {
      move.run();
    } catch (OperationException e) {
      if (e.kind() != OperationException.Kind.CONFLICT) {
        throw e;
      }
    }
  }
}
