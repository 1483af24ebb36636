package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.brief.PlanBrief.Part;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
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
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.Objects;
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

  /** The action of a plan that is there for the parts that its parent has asked for. */
  private static final String SPLIT = "split";

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

  /**
   * Refuses subplans of a plan that would nest too deep.
   *
   * @throws OperationException if so
   */
  public static void requireLevel(Transaction transaction, Plan parent, SubplanRules rules) {
    PlanRows plans = new PlanRows(transaction);
    int level = 1;
    PlanId above = parent.kind().parent();
    for (Plan plan = parent; above != null; above = plan.kind().parent()) {
      level += isSplit(plan) ? 0 : 1;
      plan = plans.require(above);
    }
    SubplanCheck.requireLevel(level, rules.limits().depth());
  }

  /** Creates the subplans of a plan that its job is processing, and lets the plan wait for them. */
  public void spawn(DatabaseUnit unit, Plan parent, Work.BySubplans work) {
    Transaction transaction = unit.transaction();
    PlanTransaction moves = journal.moves(transaction);
    journal.decide(transaction, parent.id(), choice(work));
    int number = 0;
    for (Subplan wanted : SubplanCheck.inOrder(work.subplans())) {
      number++;
      Plan plan = plan(parent, wanted, work);
      moves.make(plan);
      add(transaction, parent, plan, number, wanted.dependsOn());
    }
    moves.append(
        "subplans.spawned",
        parent,
        AuditEvent.data("count", number, "max_parallel", work.rules().maxParallel()));
    await(unit, parent);
  }

  /**
   * A split that the model of a plan asks for while it works. It becomes a subplan that has no
   * actor of its own: its subplans are the parts, and its result is what they made, merged.
   *
   * @param targets what the parts begin with
   */
  public record Split(PlanId id, String name, Work.BySubplans work, List<Target> targets) {

    public Split {
      targets = List.copyOf(targets);
    }
  }

  /**
   * Checks the parts that a model asks for.
   *
   * @throws OperationException if they cannot be carried out
   */
  public static void require(Work.BySubplans work) {
    SubplanCheck.require(work.subplans());
  }

  /** Whether a plan is there for the parts that its parent has asked for. */
  private static boolean isSplit(Plan plan) {
    return plan.kind().parent() != null && plan.kind().action().equals(SPLIT);
  }

  /** Creates such a split, and lets the plan that its job is processing wait for it. */
  public void spawn(DatabaseUnit unit, Plan parent, Split split) {
    Transaction transaction = unit.transaction();
    PlanTransaction moves = journal.moves(transaction);
    Plan.Kind of = parent.kind();
    PlanBrief brief = parent.brief();
    Plan plan =
        new Plan(
            split.id(),
            new Plan.Kind(
                of.root(),
                parent.id(),
                of.project(),
                SPLIT,
                "Parts of: " + of.goal(),
                of.profile()),
            PlanStatus.firstOfSubplan(),
            new PlanBrief(
                new Work.Plain(),
                split.work(),
                split.targets(),
                List.of(),
                brief.rules(),
                PlanBrief.Reviews.NONE,
                brief.place(),
                Delivery.USUAL,
                new Part(split.name(), null, SubplanRules.STANDARD)),
            null,
            List.of(),
            new Plan.Times(journal.now(), journal.now()));
    moves.make(plan);
    add(transaction, parent, plan, of(transaction, parent).size() + 1, List.of());
    await(unit, parent);
  }

  private static void add(
      Transaction transaction, Plan parent, Plan plan, int number, List<String> dependsOn) {
    new SubplanRows(transaction)
        .add(
            parent.id(),
            round(parent),
            new SubplanRow(
                plan.id(),
                number,
                Objects.requireNonNull(plan.brief().part()).name(),
                dependsOn,
                false,
                new SubplanRow.Stage(plan.status().phase(), plan.status().state(), false, null)));
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
    AutomationProfile profile = brief.rules().profile();
    if (wanted.profile() != null) {
      profile = wanted.profile().within(profile);
    }
    return new Plan(
        id,
        new Plan.Kind(
            of.root(),
            parent.id(),
            of.project(),
            "subplan",
            wanted.goal(),
            profile.name().forPeople()),
        PlanStatus.firstOfSubplan(),
        new PlanBrief(
            new Work.Plain(),
            wanted.work(),
            brief.targets(),
            List.of(),
            brief.rules().with(profile),
            PlanBrief.Reviews.NONE,
            brief.place(),
            Delivery.USUAL,
            new Part(wanted.name(), wanted.file(), work.rules())),
        null,
        List.of(),
        new Plan.Times(journal.now(), journal.now()));
  }

  /**
   * Ends the job of a plan whose subplans have not all ended: those that can start do, and the plan
   * waits. If all have ended by now, it continues at once.
   */
  public void await(DatabaseUnit unit, Plan parent) {
    PlanTransaction moves = journal.moves(unit.transaction());
    Plan waiting =
        moves.move(
            parent,
            PlanLifecycle.waitFor(parent.status(), PlanStatus.SUBPLANS),
            "it waits for its subplans");
    if (waiting.status().state() == PlanState.WAITING) {
      advance(unit, waiting);
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
        .ifPresent(plan -> advance(unit, plan));
  }

  /** The rules of the subplans of a plan. */
  static SubplanRules rules(Plan parent) {
    return parent.brief().execution() instanceof Work.BySubplans work
        ? work.rules()
        : SubplanRules.STANDARD;
  }

  private void advance(DatabaseUnit unit, Plan parent) {
    PlanTransaction moves = journal.moves(unit.transaction());
    Decision next = SubplanScheduler.next(rules(parent), of(unit.transaction(), parent));
    for (SubplanRow start : next.starts()) {
      new SubplanRows(unit.transaction()).started(start.id());
      unit.enqueue(journal.job(new PlanRows(unit.transaction()).require(start.id())));
    }
    if (next.over()) {
      Plan after =
          moves.move(
              parent, PlanLifecycle.subplansEnded(parent.status()), "its subplans have ended");
      if (!after.status().held()) {
        unit.enqueue(journal.job(after));
      }
    }
  }
}
