package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.decision.Choice;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.Move;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.Unit;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
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
  private static final int MOST_TRIES = 20;

  private final Database database;
  private final DatabaseJobStore jobs;
  private final PlanBooks books;
  private final Preflight preflight;

  public PlanService(
      Database database, DatabaseJobStore jobs, PlanBooks books, Preflight preflight) {
    this.database = database;
    this.jobs = jobs;
    this.books = books;
    this.preflight = preflight;
  }

  /**
   * Makes a plan and queues its first phase, unless its profile says to ask before that.
   *
   * @throws PlanException if it cannot be carried out; the message has every finding
   */
  public Plan use(NewPlan wanted, CancellationToken token) throws InterruptedException {
    Brief brief = preflight.check(wanted, token);
    PlanId id = new PlanId(books.nextId());
    Instant now = now();
    String profile = wanted.title().profile();
    boolean asks = brief.rules().before(PlanPhase.STRATEGIZE, null) != Verdict.GO;
    Plan plan =
        new Plan(
            id,
            new Plan.Kind(
                id,
                null,
                wanted.project().name(),
                wanted.title().action(),
                wanted.title().goal(),
                profile),
            Standing.first(asks),
            brief,
            null,
            List.of(),
            new Plan.Times(now, now));
    if (asks) {
      database.write(
          transaction -> {
            store(plan, transaction);
            books.approvals(transaction).ask(plan, PlanPhase.STRATEGIZE);
            return id;
          });
    } else {
      jobs.enqueue(PlanJob.next(plan), Unit.writing(transaction -> store(plan, transaction)));
    }
    return require(id);
  }

  /** Stores a new plan with the decision that all others follow from. */
  private void store(Plan plan, Transaction transaction) {
    books.moves(transaction).make(plan);
    books.decide(
        transaction,
        plan.id(),
        Choice.of(
            DecisionType.PROMPT_DEFINITION,
            "What is to be done?",
            plan.kind().goal(),
            "asked for by a person, as action " + plan.kind().action()));
  }

  /** Lets a plan that is planned be carried out. One that is under way or done is acknowledged. */
  public Plan execute(PlanId id) {
    return proceed(id, PlanPhase.EXECUTE, "execute was allowed");
  }

  /** Lets the result of a plan be applied, also after an apply that was refused. */
  public Plan apply(PlanId id) {
    return require(id).standing().state() == PlanState.CONSTRAINED
        ? moveWithJob(id, _ -> false, PlanLifecycle::resume, "apply was asked for again")
        : proceed(id, PlanPhase.APPLY, "apply was allowed");
  }

  private Plan proceed(PlanId id, PlanPhase next, String reason) {
    return moveWithJob(
        id,
        plan ->
            plan.standing().phase().compareTo(next) >= 0
                && plan.standing().state() != PlanState.CANCELLED,
        standing -> PlanLifecycle.proceedTo(next, standing),
        reason);
  }

  /** Goes on with a plan that was paused, waits for a first yes, or has failed. */
  public Plan resume(PlanId id) {
    return moveWithJob(id, PlanService::isUnderWay, PlanLifecycle::resume, "resumed");
  }

  static boolean isUnderWay(Plan plan) {
    Standing standing = plan.standing();
    return !standing.held()
        && (standing.state() == PlanState.QUEUED || standing.state() == PlanState.PROCESSING)
        && standing.cancelReason() == null;
  }

  /**
   * Goes back to the first phase, from what the resources are now; what was done so far stays on
   * record.
   *
   * @throws PlanException if it cannot, or if a resource cannot be worked on as it is
   */
  public Plan replan(PlanId id, String reason, CancellationToken token)
      throws InterruptedException {
    Brief now = preflight.anew(require(id).brief(), token);
    return moveWithJob(
        id,
        _ -> false,
        before -> before.with(PlanLifecycle.replan(before.standing())).with(now),
        "replan: " + reason,
        (transaction, before) -> {
          books.approvals(transaction).withdraw(before);
          books.decide(transaction, id, replanned(before, reason));
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
    return askOwner(id, PlanLifecycle::hold, "paused", plan -> plan.standing().held());
  }

  /** Ends a plan for good; its work is kept. One that is cancelled already stays so. */
  public Plan cancel(PlanId id, String reason) {
    return askOwner(
        id,
        standing -> PlanLifecycle.cancel(standing, reason),
        reason,
        plan ->
            plan.standing().state() == PlanState.CANCELLED
                || plan.standing().cancelReason() != null);
  }

  /** Stores a wish, and hands it to the job that works on the plan, if one does. */
  private Plan askOwner(
      PlanId id, UnaryOperator<Standing> move, String reason, Predicate<Plan> granted) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Plan plan = require(id);
      if (granted.test(plan)) {
        return plan;
      }
      Standing after = move.apply(plan.standing());
      if (tryAskOwner(plan, after, reason)) {
        return require(id);
      }
    }
    throw busy(id);
  }

  private boolean tryAskOwner(Plan plan, Standing after, String reason) {
    JobId job = plan.job();
    try {
      if (plan.standing().state() == PlanState.PROCESSING && job != null) {
        Effects wish =
            Unit.writing(transaction -> books.moves(transaction).move(plan, after, reason));
        return jobs.requestCancel(job, reason, wish) instanceof Move.Moved;
      }
      database.write(
          transaction -> {
            if (after.state() == PlanState.CANCELLED) {
              books.approvals(transaction).withdraw(plan);
            }
            return books.moves(transaction).move(plan, after, reason);
          });
      return true;
    } catch (PlanException | EffectsFailedException e) {
      if (causeOf(e).kind() != PlanException.Kind.CONFLICT) {
        throw causeOf(e);
      }
      return false;
    }
  }

  /** What else is stored with a move. */
  private interface Beside {
    void write(Transaction transaction, Plan before);
  }

  private Plan moveWithJob(
      PlanId id, Predicate<Plan> isThere, UnaryOperator<Standing> move, String reason) {
    return moveWithJob(
        id,
        isThere,
        before -> before.with(move.apply(before.standing())),
        reason,
        (transaction, before) -> books.approvals(transaction).grant(before));
  }

  /** Moves a plan and enqueues the job that goes on with it, unless it is there already. */
  private Plan moveWithJob(
      PlanId id, Predicate<Plan> isThere, UnaryOperator<Plan> move, String reason, Beside beside) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Plan before = require(id);
      if (isThere.test(before)) {
        return before;
      }
      Plan after = move.apply(before);
      Effects stored =
          Unit.writing(
              transaction -> {
                books.moves(transaction).move(before, after, reason);
                beside.write(transaction, before);
              });
      try {
        jobs.enqueue(PlanJob.next(after), stored);
        return require(id);
      } catch (PlanException | EffectsFailedException e) {
        if (causeOf(e).kind() != PlanException.Kind.CONFLICT) {
          throw causeOf(e);
        }
      }
    }
    throw busy(id);
  }

  private static PlanException causeOf(RuntimeException thrown) {
    if (thrown instanceof PlanException own) {
      return own;
    }
    if (thrown.getCause() instanceof PlanException cause) {
      return cause;
    }
    throw thrown;
  }

  private static PlanException busy(PlanId id) {
    return PlanException.conflict(
        "The plan %s is being moved by others all the time; try again".formatted(id), null);
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
    return get(id)
        .orElseThrow(() -> PlanException.notFound("There is no plan " + id, "agents plan list"));
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

  /** What a plan waits for a yes to, if anything. */
  public Optional<Approval> openApproval(PlanId id) {
    return database.read(transaction -> ApprovalRows.open(transaction, id));
  }

  private Instant now() {
    return books.now();
  }
}
