package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.brief.PlanBrief.Part;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRows;
import dev.cleveragents.engine.subplan.SubplanScheduler;
import dev.cleveragents.engine.subplan.SubplanScheduler.Decision;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Creates the subplans of plans and starts them, and continues a plan when its subplans have ended.
 *
 * <ul>
 *   <li>A spawn is one transaction: the decision, all subplans, the jobs of those that can start,
 *       and the move of the parent, which then waits without a job.
 *   <li>The end of a subplan is one transaction with all that follows from it. The row of the
 *       parent is locked first, so of subplans that end at once each sees the others' ends.
 * </ul>
 */
public final class Subplans {

  private final PlanJournal journal;

  public Subplans(PlanJournal journal) {
    this.journal = journal;
  }

  /** The subplans of a plan, in the order in which their results are merged. */
  public static List<SubplanRow> of(Transaction transaction, Plan parent) {
    return new SubplanRows(transaction).of(parent.id(), round(parent));
  }

  private static int round(Plan parent) {
    return parent.status().counters().replans();
  }

  /** Creates the subplans of a plan that its job is processing, and lets the plan wait for them. */
  public void spawn(DatabaseUnit unit, Plan parent, Work.BySubplans work) {
    Transaction transaction = unit.transaction();
    PlanTransaction moves = journal.moves(transaction);
    SubplanRows rows = new SubplanRows(transaction);
    journal.decide(transaction, parent.id(), choice(work));
    int number = 0;
    for (Subplan wanted : work.subplans()) {
      number++;
      Plan plan = plan(parent, wanted, work);
      moves.make(plan);
      rows.add(
          parent.id(),
          round(parent),
          new SubplanRow(
              plan.id(),
              number,
              wanted.name(),
              wanted.dependsOn(),
              false,
              new SubplanRow.Stage(plan.status().phase(), plan.status().state(), false, null)));
    }
    moves.append(
        "subplans.spawned",
        parent,
        AuditEvent.data("count", number, "max_parallel", work.rules().maxParallel()));
    await(unit, parent, work);
  }

  private static DecisionContent choice(Work.BySubplans work) {
    return DecisionContent.of(
        work.subplans().size() == 1
            ? DecisionType.SUBPLAN_SPAWN
            : DecisionType.SUBPLAN_PARALLEL_SPAWN,
        "Into which parts is the work split?",
        work.subplans().stream().map(Subplan::name).collect(Collectors.joining(", ")),
        "%s, at most %d at once"
            .formatted(CountedNoun.of(work.subplans().size(), "part"), work.rules().maxParallel()));
  }

  private Plan plan(Plan parent, Subplan wanted, Work.BySubplans work) {
    PlanId id = new PlanId(journal.nextId());
    Plan.Kind of = parent.kind();
    PlanBrief brief = parent.brief();
    return new Plan(
        id,
        new Plan.Kind(of.root(), parent.id(), of.project(), "subplan", wanted.goal(), of.profile()),
        PlanStatus.firstOfSubplan(),
        new PlanBrief(
            new Work.Plain(),
            wanted.work(),
            brief.targets(),
            List.of(),
            brief.rules(),
            PlanBrief.Reviews.NONE,
            brief.place(),
            Delivery.USUAL,
            new Part(wanted.name(), wanted.file(), work.rules().maxParallel())),
        null,
        List.of(),
        new Plan.Times(journal.now(), journal.now()));
  }

  /**
   * Ends the job of a plan whose subplans have not all ended: those that can start do, and the plan
   * waits. If all have ended by now, it continues at once.
   */
  public void await(DatabaseUnit unit, Plan parent, Work.BySubplans work) {
    PlanTransaction moves = journal.moves(unit.transaction());
    Plan waiting =
        moves.move(
            parent,
            PlanLifecycle.waitFor(parent.status(), PlanStatus.SUBPLANS),
            "it waits for its subplans");
    if (waiting.status().state() == PlanState.WAITING) {
      advance(unit, waiting, work);
    }
  }

  /** Does what follows from the end of a subplan; nothing for any other plan. */
  public void ended(DatabaseUnit unit, Plan subplan) {
    PlanId parent = subplan.kind().parent();
    if (parent == null) {
      return;
    }
    journal
        .moves(unit.transaction())
        .lock(parent)
        .filter(plan -> plan.status().state() == PlanState.WAITING)
        .filter(plan -> plan.status().waitsForSubplans())
        .ifPresent(
            plan -> {
              if (plan.brief().execution() instanceof Work.BySubplans work) {
                advance(unit, plan, work);
              }
            });
  }

  private void advance(DatabaseUnit unit, Plan parent, Work.BySubplans work) {
    PlanTransaction moves = journal.moves(unit.transaction());
    Decision next = SubplanScheduler.next(work.rules(), of(unit.transaction(), parent));
    for (SubplanRow start : next.starts()) {
      new SubplanRows(unit.transaction()).started(start.id());
      unit.enqueue(PlanJob.next(new PlanRows(unit.transaction()).require(start.id())));
    }
    if (next.over()) {
      Plan after =
          moves.move(
              parent, PlanLifecycle.subplansEnded(parent.status()), "its subplans have ended");
      if (!after.status().held()) {
        unit.enqueue(PlanJob.next(after));
      }
    }
  }
}
