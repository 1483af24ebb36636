package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.apply.PointOfNoReturn;
import dev.cleveragents.engine.decision.Choice;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.sandbox.SandboxManager;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one door to plans: command line, server and library make and move them here and nowhere else.
 *
 * <p>A move is decided by {@link PlanLifecycle} and stored by one conditional write together with
 * its event and, where work follows, the job that does it. Asking again for what is under way or
 * done acknowledges: it never runs twice. Keeps nothing itself; any number of threads and processes
 * may use it at once.
 */
public final class PlanService {

  private static final int SHORTEST_ID_PART = 4;

  private final Database database;
  private final DatabaseJobStore jobs;
  private final PlanBooks books;
  private final Preflight preflight;
  private final PlanMover mover;

  public PlanService(
      Database database, DatabaseJobStore jobs, PlanBooks books, Preflight preflight) {
    this.database = database;
    this.jobs = jobs;
    this.books = books;
    this.preflight = preflight;
    this.mover = new PlanMover(database, jobs, books);
  }

  /**
   * Makes a plan and queues its first phase, unless its profile says to ask before that.
   *
   * @throws PlanException if it cannot be carried out; the message has every finding
   */
  public Plan use(NewPlan wanted, CancellationToken token) throws InterruptedException {
    Brief brief = preflight.check(wanted, token);
    return require(new PlanMaking(database, jobs, books).make(wanted, brief));
  }

  /**
   * Makes a plan that takes back what another did when it was applied, by a three-way merge with
   * what is there now. It is checked, shown and allowed like any other; whatever came after the
   * first stays.
   *
   * @param always checks that have to pass whatever is done; those of the first plan besides are
   *     run, but what they ask for may be what is taken back
   * @throws PlanException if the first was not applied, changed nothing, or nothing of it is left,
   *     or if taking it back does not go together with what came later; nothing was made then
   */
  public Plan undo(PlanId first, List<ValidationSpec> always, CancellationToken token)
      throws InterruptedException {
    Plan done = require(first);
    Brief brief = preflight.undo(done, always, token);
    return require(new PlanMaking(database, jobs, books).makeUndo(done, brief));
  }

  /**
   * Lets a plan that is planned be carried out, also after that has failed or was paused. One that
   * is under way or done is acknowledged.
   */
  public Plan execute(PlanId id) {
    return proceed(id, PlanPhase.EXECUTE, "execute was allowed");
  }

  /**
   * Lets the result of a plan be applied, also after an apply that was refused, has failed or was
   * paused: all of it, whatever was chosen then. One that is under way or done is acknowledged.
   */
  public Plan apply(PlanId id) {
    return apply(id, _ -> {});
  }

  private Plan apply(PlanId id, Consumer<Plan> check) {
    return mover.moveWithJob(
        id,
        plan -> isAtOrAfter(plan, PlanPhase.APPLY),
        before -> {
          check.accept(before);
          return before.with(into(PlanPhase.APPLY, before.standing()));
        },
        "apply was allowed",
        (transaction, before) -> {
          books.approvals(transaction).grant(before);
          new SelectionRows(transaction).clear(id);
        });
  }

  /**
   * Lets exactly this result of a plan be applied, which somebody has seen.
   *
   * @throws PlanException if the plan has come to something else meanwhile
   */
  public Plan apply(Plan seen) {
    return apply(
        seen.id(),
        before -> {
          if (!before.results().equals(seen.results())) {
            throw new PlanException(
                PlanException.Kind.CONFLICT,
                "What plan %s comes to has changed since it was shown, so it was not applied"
                    .formatted(seen.id()),
                "Look at it again, then apply it",
                "agents plan diff " + seen.id());
          }
        });
  }

  /**
   * Lets a part of the result of a plan be applied; what is left becomes a plan of its own.
   *
   * @throws PlanException if the plan is not where it could be applied from, as one that is being
   *     applied or was
   */
  public Plan apply(PlanId id, Selection part) {
    return mover.moveWithJob(
        id,
        _ -> false,
        before -> before.with(into(PlanPhase.APPLY, before.standing())),
        "apply was allowed for " + part.words(),
        (transaction, before) -> {
          books.approvals(transaction).grant(before);
          new SelectionRows(transaction).put(id, part, books.now());
        });
  }

  private Plan proceed(PlanId id, PlanPhase next, String reason) {
    return mover.moveWithJob(
        id, plan -> isAtOrAfter(plan, next), standing -> into(next, standing), reason);
  }

  /** Into a phase, for the first time or again where it has come to nothing. */
  private static Standing into(PlanPhase phase, Standing now) {
    return now.phase() == phase && isStuck(now)
        ? PlanLifecycle.resume(now)
        : PlanLifecycle.proceedTo(phase, now);
  }

  private static boolean isAtOrAfter(Plan plan, PlanPhase phase) {
    Standing standing = plan.standing();
    boolean later = standing.phase().compareTo(phase) > 0;
    return (later || (standing.phase() == phase && !isStuck(standing)))
        && standing.state() != PlanState.CANCELLED;
  }

  /** Whether it goes on only if somebody lets it. */
  private static boolean isStuck(Standing standing) {
    return switch (standing.state()) {
      case ERRORED, CONSTRAINED -> true;
      case QUEUED -> standing.held();
      case PROCESSING, WAITING, COMPLETE, CANCELLED, APPLIED -> false;
    };
  }

  /** Goes on with a plan that was paused, waits for a first yes, or has failed. */
  public Plan resume(PlanId id) {
    return mover.moveWithJob(id, PlanService::isUnderWay, PlanLifecycle::resume, "resumed");
  }

  /**
   * Whether nothing has to be done to it: it waits for a worker, for an answer, or has a worker.
   */
  static boolean isUnderWay(Plan plan) {
    Standing standing = plan.standing();
    return switch (standing.state()) {
      case WAITING -> standing.waitsFor() != null || !standing.held();
      case QUEUED, PROCESSING -> !standing.held() && standing.cancelReason() == null;
      case COMPLETE, ERRORED, CANCELLED, APPLIED, CONSTRAINED -> false;
    };
  }

  /**
   * Goes back to the first phase, from what the resources are now; what was done so far stays on
   * record.
   *
   * @throws PlanException if it cannot, if no reason is given, or if a resource cannot be worked on
   *     as it is
   */
  public Plan replan(PlanId id, String reason, CancellationToken token)
      throws InterruptedException {
    if (reason.isBlank()) {
      throw PlanException.invalid("Say why it is planned anew; the reason stays on record");
    }
    Brief now = preflight.anew(require(id).brief(), token);
    return mover.moveWithJob(
        id,
        _ -> false,
        before -> before.with(PlanLifecycle.replan(before.standing())).with(now),
        "replan: " + reason,
        (transaction, before) -> {
          books.approvals(transaction).withdraw(before);
          books.approvals(transaction).expireAfter(before, 0);
          books.decide(transaction, id, replanned(before, reason));
          new SelectionRows(transaction).clear(id);
          SandboxManager.giveUpWaiting(transaction, id, books.now());
        });
  }

  private static Choice replanned(Plan before, String reason) {
    return Choice.of(
        DecisionType.REPLAN,
        "Go on or plan anew?",
        "back to strategize from " + before.standing().stage(),
        reason);
  }

  /**
   * Pauses a plan: what runs is stopped, what was done is kept, and it goes on when resumed. A plan
   * that is paused already stays so.
   */
  public Plan pause(PlanId id) {
    return mover.askOwner(
        id, PlanLifecycle::hold, "paused", plan -> plan.standing().held(), _ -> {});
  }

  /**
   * Ends a plan for good; its work is kept. One that is cancelled already stays so.
   *
   * @throws PlanException if its apply has passed the point of no return, or it has ended
   */
  public Plan cancel(PlanId id, String reason) {
    return mover.askOwner(
        id,
        standing -> PlanLifecycle.cancel(standing, reason),
        reason,
        plan ->
            plan.standing().state() == PlanState.CANCELLED
                || plan.standing().cancelReason() != null,
        transaction -> requireNotApplied(transaction, id));
  }

  /** An apply that is only ever finished must not be said to have been cancelled. */
  private static void requireNotApplied(Transaction transaction, PlanId id) {
    if (PointOfNoReturn.isPassed(transaction, id)) {
      throw PlanException.conflict(
          "It is too late to cancel plan %s: it is applied, or will be once 'agents plan resume' has finished what a crash left"
              .formatted(id),
          "agents plan undo " + id);
    }
  }

  /** The plan of this id. */
  public Optional<Plan> get(PlanId id) {
    return database.read(transaction -> new PlanRows(transaction).get(id));
  }

  /**
   * The plan of this id.
   *
   * @throws PlanException if there is none
   */
  public Plan require(PlanId id) {
    return mover.require(id);
  }

  /** The newest plans first, of one project or of all. */
  public List<Plan> list(@Nullable Name project, int limit) {
    return database.read(transaction -> new PlanRows(transaction).list(project, limit));
  }

  /** The ids that a person may mean by a part of one, at most {@code limit}. */
  public List<PlanId> meantBy(String idOrPart, int limit) {
    if (idOrPart.length() < SHORTEST_ID_PART || !idOrPart.matches("[0-9A-Za-z]{4,26}")) {
      return List.of();
    }
    String part = idOrPart.toUpperCase(Locale.ROOT);
    return database.read(transaction -> new PlanRows(transaction).withIdPart(part, limit));
  }

  /** What went wrong with a plan, the first thing first. */
  public List<PlanError> errors(PlanId id) {
    return database.read(transaction -> new PlanRows(transaction).errors(id));
  }

  /** How each check of a plan came out when it was last run. */
  public List<ValidationRun> validations(PlanId id) {
    return database.read(transaction -> new ValidationRows(transaction).latest(id));
  }

  /** What a plan decided, the first thing first. */
  public List<Decision> decisions(PlanId id) {
    return database.read(transaction -> new DecisionRows(transaction).of(id));
  }

  /** How a plan belongs to others, the oldest of them first. */
  public List<PlanLink> links(PlanId id) {
    return database.read(transaction -> new LinkRows(transaction).of(id));
  }

  /** The questions of plans, and the answers to them. */
  public Approvals approvals() {
    return new Approvals(database, mover, books);
  }

  /** What a plan waits for a yes to, if anything. */
  public Optional<Approval> openApproval(PlanId id) {
    return database.read(transaction -> ApprovalRows.open(transaction, id));
  }
}
