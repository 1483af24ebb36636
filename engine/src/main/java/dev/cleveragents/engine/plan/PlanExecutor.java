package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.apply.ApplyService;
import dev.cleveragents.engine.decision.Choice;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.plan.PlanError.Advice;
import dev.cleveragents.exec.Leftovers;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.store.StoreException;
import dev.cleveragents.store.job.Unit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs the jobs of plans: one phase of one plan, from where it stands to its end. The end of the
 * phase, what follows from it and the end of the job are stored in one transaction. A job whose
 * plan has gone on without it, was paused or was cancelled does nothing.
 */
public final class PlanExecutor implements JobBody {

  /** The type of the jobs it runs. */
  public static final String TYPE = PlanJob.TYPE;

  private static final Duration FIRST_RETRY = Duration.ofSeconds(2);

  private final Workshop workshop;
  private final ApplyService apply;
  private final Scripts scripts;

  public PlanExecutor(Workshop workshop, ApplyService apply, Scripts scripts) {
    this.workshop = workshop;
    this.apply = apply;
    this.scripts = scripts;
  }

  /** The plan is processing from the moment on in which its job is claimed, in one step. */
  @Override
  public Effects started(AsyncJob job) {
    return Unit.writing(
        transaction -> {
          PlanJob stretch = PlanJob.of(job.spec().payload());
          PlanMoves moves = workshop.books().moves(transaction);
          moves
              .keep(stretch.plan())
              .filter(plan -> isStartedBy(stretch, plan.standing()))
              .ifPresent(
                  plan ->
                      moves.move(
                          plan,
                          plan.with(PlanLifecycle.start(plan.standing())).with(job.id()),
                          "a worker has it"));
        });
  }

  private static boolean isStartedBy(PlanJob stretch, Standing standing) {
    boolean ready = standing.state() == PlanState.QUEUED || standing.state() == PlanState.WAITING;
    return ready
        && !standing.held()
        && standing.cancelReason() == null
        && standing.waitsFor() == null
        && standing.counters().attempt() == stretch.attempt();
  }

  @Override
  public Effects run(AsyncJob job) throws Exception {
    PlanJob stretch = PlanJob.of(job.spec().payload());
    Plan plan =
        workshop
            .database()
            .read(transaction -> new PlanRows(transaction).get(stretch.plan()))
            .filter(stored -> PlanEnding.isWorkedOnBy(stored, job))
            .orElse(null);
    if (plan == null) {
      return Effects.none();
    }
    // A dead owner's processes may still write, into a sandbox that nobody uses any more.
    Leftovers.endEarlierAttempts(job.lease());
    Progress progress = new Progress(workshop, plan.id(), job);
    try {
      return phase(plan, job, progress, Scope.current().token());
    } catch (ApprovalNeededException e) {
      return asking(progress, e.question());
    } catch (StepFailedException e) {
      return failed(
          progress, e.category(), String.valueOf(e.getMessage()), e.isPassing(), e.advice());
    } catch (PlanException e) {
      Scope.current().token().throwIfCancelled();
      return failed(
          progress, "plan", String.valueOf(e.getMessage()), false, new Advice(e.hint(), null));
    } catch (StoreException e) {
      return stopped(progress, e);
    } catch (GitException e) {
      Scope.current().token().throwIfCancelled();
      return failed(progress, "resource", String.valueOf(e.getMessage()), false, advice(e));
    } catch (IOException e) {
      Scope.current().token().throwIfCancelled();
      return failed(progress, "resource", String.valueOf(e.getMessage()), false, Advice.NONE);
    }
  }

  /** Where git says itself that it cannot, to try again does not help before that is mended. */
  private static Advice advice(GitException e) {
    return e.exitCode().isEmpty()
        ? Advice.NONE
        : new Advice(
            "See what 'git status' and 'git fsck' say in your repository, then go on from where the plan stands",
            null);
  }

  /**
   * A store that is full, read-only or damaged stays so until somebody mends it: to do the step
   * again would only cost. If not even this can be stored, the job fails and is tried again.
   */
  private Effects stopped(Progress progress, StoreException e) {
    return switch (e.kind()) {
      case DISK_FULL ->
          failed(
              progress,
              "store",
              String.valueOf(e.getMessage()),
              false,
              new Advice(
                  "Free some space on that disk, then resume: what was stored before is kept",
                  null));
      case READ_ONLY, DAMAGED ->
          failed(
              progress,
              "store",
              String.valueOf(e.getMessage()),
              false,
              new Advice("See what 'agents diagnostics' says about the store, then resume", null));
      default -> throw e;
    };
  }

  private Effects phase(Plan plan, AsyncJob job, Progress progress, CancellationToken token)
      throws Exception {
    return switch (plan.standing().phase()) {
      case STRATEGIZE -> {
        List<Choice> choices = new Strategizing(scripts).decide(plan);
        yield decided(progress, choices);
      }
      case EXECUTE -> {
        List<Plan.Result> results =
            plan.brief().execution() instanceof Work.Undo(PlanId undone)
                ? new Undoing(workshop, plan, job, token).run(undone)
                : new Executing(workshop, plan, job, scripts, token).run();
        yield carriedOut(progress, results);
      }
      case APPLY ->
          applied(progress, new Applying(workshop, apply, plan, job, asksBeforeApply(plan)), token)
              .and(Unit.writing(it -> new SelectionRows(it).clear(plan.id())));
    };
  }

  private Effects decided(Progress progress, List<Choice> choices) {
    Effects decisions = Effects.none();
    for (Choice choice : choices) {
      decisions = decisions.and(progress.deciding(choice));
    }
    return decisions.and(
        unit -> complete(unit, progress, List.of(), Strategizing.confidence(choices)));
  }

  private Effects carriedOut(Progress progress, List<Plan.Result> results) {
    return unit -> complete(unit, progress, results, null);
  }

  /** Ends the stretch: the plan waits for an answer, which enqueues the next one. */
  private Effects asking(Progress progress, Question question) {
    return Unit.writing(
        transaction -> {
          PlanBooks books = workshop.books();
          PlanMoves moves = books.moves(transaction);
          Plan stored = progress.requireOurs(moves);
          String what = books.audit().redact(question.text());
          Plan after = moves.move(stored, PlanLifecycle.waitFor(stored.standing(), what), what);
          if (after.standing().state() == PlanState.WAITING) {
            books.approvals(transaction).ask(after, question);
          }
        });
  }

  /** Ends the phase and, where the profile allows it, begins the next one. */
  private void complete(
      Effects.Unit unit,
      Progress progress,
      List<Plan.Result> results,
      @Nullable Double confidence) {
    PlanMoves moves = workshop.books().moves(((Unit) unit).transaction());
    Plan before = progress.requireOurs(moves);
    Plan after =
        moves.move(
            before,
            before.with(PlanLifecycle.completePhase(before.standing())).with(results),
            "the phase is done");
    if (after.standing().state() != PlanState.COMPLETE) {
      return;
    }
    PlanPhase next = after.standing().phase().next().orElseThrow();
    switch (after.brief().rules().before(next, confidence)) {
      case GO -> {
        Standing begun = PlanLifecycle.proceedTo(next, after.standing());
        unit.enqueue(PlanJob.next(moves.move(after, begun, "its profile allows it")));
      }
      case ASK ->
          workshop.books().approvals(((Unit) unit).transaction()).ask(after, Question.before(next));
      case REFUSE -> moves.addError(after, notAllowed(after, next));
    }
  }

  /** A profile that has nobody to ask leaves the plan where it is. */
  private PlanError notAllowed(Plan plan, PlanPhase next) {
    String name = next.name().toLowerCase(Locale.ROOT);
    return new PlanError(
        plan.standing().phase(),
        "policy",
        "The profile %s does not let the plan go on to %s, and asks nobody"
            .formatted(plan.kind().profile(), name),
        false,
        new Advice(
            "Allow it yourself, or make the plan with another profile",
            "agents plan %s %s".formatted(name, plan.id())),
        workshop.now());
  }

  private Effects applied(Progress progress, Applying applying, CancellationToken token)
      throws InterruptedException {
    return switch (applying.run(token)) {
      case Applying.Outcome.Done(var summary, var commits) ->
          progress.change(
              (moves, stored) -> {
                Plan after =
                    moves.move(stored, PlanLifecycle.applied(stored.standing()), "applied");
                moves.append("apply.done", after, summary);
                moves.letRestFollow(after, commits);
              });
      case Applying.Outcome.Refused refused -> constrained(progress, refused);
    };
  }

  private boolean asksBeforeApply(Plan plan) {
    return plan.brief().rules().before(PlanPhase.APPLY, null) != Verdict.GO;
  }

  private Effects constrained(Progress progress, Applying.Outcome.Refused refused) {
    String message = refused.message();
    return progress.change(
        (moves, stored) -> {
          Plan after = moves.move(stored, PlanLifecycle.constrain(stored.standing()), message);
          moves.addError(
              after,
              new PlanError(
                  PlanPhase.APPLY,
                  "apply",
                  message,
                  false,
                  new Advice(refused.hint(), refused.command()),
                  workshop.now()));
        });
  }

  /** Stores what went wrong; where that may pass, the phase is queued again, a little later. */
  private Effects failed(
      Progress progress, String category, String message, boolean passing, Advice advice) {
    String helps = advice.command();
    return unit -> {
      PlanMoves moves = workshop.books().moves(((Unit) unit).transaction());
      Plan before = progress.requireOurs(moves);
      Standing standing = before.standing();
      boolean again =
          passing
              && PlanLifecycle.mayRetryByItself(standing)
              && before.brief().rules().profile().at(Gate.RETRY, null) == Verdict.GO;
      Plan after =
          moves.move(
              before,
              again ? PlanLifecycle.retryByItself(standing) : PlanLifecycle.fail(standing),
              message.lines().findFirst().orElse(""));
      moves.addError(
          after,
          new PlanError(
              standing.phase(),
              category,
              message,
              passing,
              new Advice(
                  advice.hint(), helps == null ? "agents plan resume " + before.id() : helps),
              workshop.now()));
      if (again) {
        int retries = after.standing().counters().phaseRetries();
        unit.enqueue(PlanJob.next(after).withDelay(FIRST_RETRY.multipliedBy(1L << (retries - 1))));
      }
    };
  }
}
