package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.check.ValidationRows;
import dev.cleveragents.engine.check.ValidationRun;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanAmendment;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.output.StepOutput;
import dev.cleveragents.engine.plan.output.StepOutputRows;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.engine.plan.selection.ChangeSelectionRows;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The only entry point to plans: command line, server and library create and move them here.
 *
 * <p>A move is decided by {@link PlanLifecycle} and stored by one conditional write together with
 * its event and, if work follows, the job that does it. Repeating a request that is under way or
 * done only acknowledges it: nothing runs twice. Stateless; any number of threads and processes may
 * use it at once.
 */
public final class PlanService {

  private static final int SHORTEST_ID_PART = 4;

  private final Database database;
  private final DatabaseJobStore jobs;
  private final PlanJournal journal;
  private final Preflight preflight;
  private final PlanMover mover;
  private final PlanTree tree;

  public PlanService(
      Database database, DatabaseJobStore jobs, PlanJournal journal, Preflight preflight) {
    this.database = database;
    this.jobs = jobs;
    this.journal = journal;
    this.preflight = preflight;
    this.mover = new PlanMover(database, jobs, journal);
    this.tree = new PlanTree(database, jobs, journal);
  }

  /**
   * Creates a plan and queues its first phase, unless its profile requires an approval first.
   *
   * @throws OperationException if it cannot be carried out; the message has every finding
   */
  public Plan use(NewPlan wanted, CancellationToken token) throws InterruptedException {
    PlanBrief brief = preflight.check(wanted, token);
    return require(new PlanCreator(database, jobs, journal).make(wanted, brief));
  }

  /**
   * Creates a plan that undoes an applied plan by a three-way merge with the current state. It is
   * validated, shown and approved like any other plan, and keeps all later changes.
   *
   * @param required checks that must pass; the applied plan's own checks run too but are optional,
   *     because they may require what is undone
   * @throws OperationException if that plan was not applied, changed nothing, or nothing of it is
   *     left, or if later changes conflict with the undo; then nothing is created
   */
  public Plan undo(PlanId applied, List<ValidationSpec> required, CancellationToken token)
      throws InterruptedException {
    Plan done = require(applied);
    PlanBrief brief = preflight.undo(done, required, token);
    return require(new PlanCreator(database, jobs, journal).makeUndo(done, brief));
  }

  /** Starts the execute phase of a plan, also after it failed or was paused, if that is to do. */
  public Plan execute(PlanId id) {
    return starter().execute(id);
  }

  /**
   * Starts the apply of a plan's whole result, also after an apply that was refused, has failed or
   * was paused, and drops an earlier selection. Acknowledges a plan that is being applied or was.
   */
  public Plan apply(PlanId id) {
    return starter().apply(id);
  }

  /**
   * Starts the apply of exactly this result of a plan, as it was shown to the user.
   *
   * @throws OperationException if the result of the plan has changed meanwhile
   */
  public Plan apply(Plan seen) {
    return apply(seen, it -> it);
  }

  /** The same, delivered in another way. */
  public Plan apply(Plan seen, UnaryOperator<Delivery> delivery) {
    return starter().apply(seen, delivery);
  }

  /**
   * Checks that the result of a plan can be delivered so.
   *
   * @throws OperationException if not; says everything that is in the way
   */
  public void requireDelivery(Plan plan, Delivery delivery, CancellationToken token)
      throws InterruptedException {
    preflight.requireDelivery(plan.brief(), delivery, token);
  }

  /**
   * Starts the apply of a part of a plan's result; the rest becomes a plan of its own.
   *
   * @throws OperationException if the plan cannot be applied in its state, for example because it
   *     is being applied or was
   */
  public Plan apply(PlanId id, ChangeSelection part) {
    return apply(id, part, it -> it);
  }

  /** The same, delivered in another way; the rest is delivered as usual. */
  public Plan apply(PlanId id, ChangeSelection part, UnaryOperator<Delivery> delivery) {
    return starter().apply(id, part, delivery);
  }

  private PhaseStarter starter() {
    return new PhaseStarter(mover, journal);
  }

  /**
   * Resumes a plan that was paused, waits for its first approval, or has failed, and its subplans.
   */
  public Plan resume(PlanId id) {
    Predicate<Plan> reached = plan -> plan.status().isUnderWay();
    return tree.resume(
        id, reached, it -> mover.moveWithJob(it, reached, PlanLifecycle::resume, "resumed"));
  }

  /** Resumes a plan that has failed, on terms that the user has changed. */
  public Plan resume(PlanId id, PlanAmendment amendment) {
    return mover.moveWithJob(
        id,
        _ -> false,
        before ->
            before
                .with(PlanLifecycle.resume(before.status()))
                .with(amendment.on(before.brief(), mover.stepsOfActor(before))),
        "resumed on changed terms",
        (transaction, before) -> {
          journal.approvals(transaction).grant(before);
          journal.decide(
              transaction, id, amendment.decision(), before.status().counters().stepsDone() + 1);
        });
  }

  /**
   * Returns a plan to its first phase, based on the current state of its resources; the work so far
   * stays on record.
   *
   * @param change another command; null for the same work
   * @throws OperationException if its state does not allow that, if the reason is blank, or if a
   *     resource cannot be worked on in its current state
   */
  public Plan replan(
      PlanId id, String reason, @Nullable PlanAmendment change, CancellationToken token)
      throws InterruptedException {
    if (reason.isBlank()) {
      throw OperationException.invalid("Say why the plan is replanned; the reason stays on record");
    }
    PlanBrief brief = require(id).brief();
    PlanBrief now = preflight.fromNow(change == null ? brief : change.on(brief, 0), token);
    PhaseStarter.requireNoParent(require(id), "replanned");
    tree.cancelSubplans(id, "plan replanned: " + reason);
    return mover.moveWithJob(
        id,
        _ -> false,
        before -> before.with(PlanLifecycle.replan(before.status())).with(now),
        "replan: " + reason,
        (transaction, before) -> {
          journal.approvals(transaction).withdraw(before);
          journal.approvals(transaction).expireAfter(before, 0);
          journal.decide(
              transaction,
              id,
              DecisionContent.of(
                  DecisionType.REPLAN,
                  "Continue or replan?",
                  "back to strategize from " + before.status().stage(),
                  reason));
          new ChangeSelectionRows(transaction).clear(id);
          SandboxManager.retireWaiting(transaction, id, journal.now());
        });
  }

  /**
   * Pauses a plan and its subplans: running steps are stopped, the steps done are kept, and a
   * resume continues.
   */
  public Plan pause(PlanId id) {
    return tree.pause(id);
  }

  /**
   * Ends a plan and its subplans for good; their work is kept. One that is cancelled already stays
   * so.
   *
   * @throws OperationException if its apply has passed the point of no return, or it has ended
   */
  public Plan cancel(PlanId id, String reason) {
    return tree.cancel(id, reason);
  }

  /** The plan of this id. */
  public Optional<Plan> get(PlanId id) {
    return database.read(transaction -> new PlanRows(transaction).get(id));
  }

  /** The plan of this id, which must exist. */
  public Plan require(PlanId id) {
    return mover.require(id);
  }

  /** All plans and subplans. */
  public List<Plan> all() {
    return database.read(transaction -> new PlanRows(transaction).all());
  }

  /** The subplans of a plan, in the order in which their results are merged. */
  public List<SubplanRow> subplans(Plan plan) {
    return tree.subplans(plan);
  }

  /** All subplans below a plan, each plan before its subplans. */
  public List<SubplanNode> below(Plan plan) {
    return tree.below(plan);
  }

  /** Whether neither a plan nor a subplan of it moves until the user acts. */
  public boolean isAtRest(Plan plan) {
    return tree.isAtRest(plan);
  }

  /** Whether a worker is processing a plan or a subplan of it. */
  public boolean isProcessing(Plan plan) {
    return tree.isProcessing(plan);
  }

  /** The newest plans first, of one project or of all; no subplans. */
  public List<Plan> list(@Nullable Name project, int limit) {
    return list(project, null, limit);
  }

  /** The newest plans of a project, or of all, in this state, or in any. */
  public List<Plan> list(@Nullable Name project, @Nullable PlanState state, int limit) {
    return database.read(transaction -> new PlanRows(transaction).list(project, state, limit));
  }

  /** The ids that a person may mean by a part of one, at most {@code limit}. */
  public List<PlanId> meantBy(String idOrPart, int limit) {
    if (idOrPart.length() < SHORTEST_ID_PART || !idOrPart.matches("[0-9A-Za-z]{4,26}")) {
      return List.of();
    }
    String part = idOrPart.toUpperCase(Locale.ROOT);
    return database.read(transaction -> new PlanRows(transaction).withIdPart(part, limit));
  }

  /** The errors of a plan, oldest first. */
  public List<PlanError> errors(PlanId id) {
    return database.read(transaction -> new PlanRows(transaction).errors(id));
  }

  /** The latest result of each check of a plan. */
  public List<ValidationRun> validations(PlanId id) {
    return database.read(transaction -> new ValidationRows(transaction).latest(id));
  }

  /** What the commands and checks of a plan printed, oldest first. */
  public List<StepOutput> outputs(PlanId id) {
    return database.read(transaction -> new StepOutputRows(transaction).of(id));
  }

  /** The decisions of a plan, oldest first. */
  public List<Decision> decisions(PlanId id) {
    return database.read(transaction -> new DecisionRows(transaction).of(id));
  }

  /** The links between a plan and others, oldest first. */
  public List<PlanLink> links(PlanId id) {
    return database.read(transaction -> new PlanLinkRows(transaction).of(id));
  }

  /**
   * Gives guidance to the agent of a plan, which is told before its next turn. A plan whose work is
   * complete goes back to it, and waits to be resumed.
   *
   * @throws OperationException if the text is blank or too long, no model works on the plan, or the
   *     plan is being applied or over
   */
  public Plan guide(PlanId id, String text) {
    return new PlanGuidance(database, journal).give(id, text);
  }

  /** The log in which the moves of plans are recorded. */
  public AuditLog audit() {
    return journal.audit();
  }

  /** The budgets of plans and what was spent. */
  public PlanBudgets budgets() {
    return new PlanBudgets(database, mover, journal);
  }

  /** The conflicts between the results of subplans. */
  public PlanConflicts conflicts() {
    return new PlanConflicts(database, mover, journal);
  }

  /** What users do to plans beside their actors. */
  public PlanEdits edits() {
    return new PlanEdits(mover, journal);
  }

  /** The approval requests of plans and their answers. */
  public Approvals approvals() {
    return new Approvals(database, mover, journal);
  }
}
