package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.plan.PlanBrief.Work;
import dev.cleveragents.engine.plan.PlanError.Advice;
import dev.cleveragents.exec.OrphanedCommands;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.store.StoreException;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.ApplyService;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs the jobs of plans: one phase of one plan, from its current step to its end. The end of the
 * phase, what follows from it and the end of the job are stored in one transaction. A job does
 * nothing if its plan has moved on without it, is paused or is cancelled.
 */
public final class PlanExecutor implements JobBody {

  /** The type of the jobs it runs. */
  public static final String TYPE = PlanJob.TYPE;

  private static final Duration FIRST_RETRY = Duration.ofSeconds(2);

  private final PlanServices services;
  private final ApplyService apply;
  private final Scripts scripts;

  public PlanExecutor(PlanServices services, ApplyService apply, Scripts scripts) {
    this.services = services;
    this.apply = apply;
    this.scripts = scripts;
  }

  /** The plan is processing from the moment on in which its job is claimed, in one step. */
  @Override
  public Effects started(AsyncJob job) {
    return DatabaseUnit.writing(
        transaction -> {
          PlanJob stretch = PlanJob.of(job.spec().payload());
          PlanTransaction moves = services.journal().moves(transaction);
          moves
              .keep(stretch.plan())
              .filter(plan -> isStartedBy(stretch, plan.status()))
              .ifPresent(
                  plan ->
                      moves.move(
                          plan,
                          plan.with(PlanLifecycle.start(plan.status())).with(job.id()),
                          "a worker has claimed it"));
        });
  }

  private static boolean isStartedBy(PlanJob stretch, PlanStatus status) {
    boolean ready = status.state() == PlanState.QUEUED || status.state() == PlanState.WAITING;
    return ready
        && !status.held()
        && status.cancelReason() == null
        && status.waitsFor() == null
        && status.counters().attempt() == stretch.attempt();
  }

  @Override
  public Effects run(AsyncJob job) throws Exception {
    PlanJob stretch = PlanJob.of(job.spec().payload());
    Plan plan =
        services
            .database()
            .read(transaction -> new PlanRows(transaction).get(stretch.plan()))
            .filter(stored -> PlanJobEnding.isWorkedOnBy(stored, job))
            .orElse(null);
    if (plan == null) {
      return Effects.none();
    }
    // A dead owner's processes may still write, into a sandbox that is no longer used.
    OrphanedCommands.endEarlierAttempts(job.lease());
    PlanRecorder recorder = new PlanRecorder(services, plan.id(), job);
    try {
      return phase(plan, job, recorder, Scope.current().token());
    } catch (ApprovalNeededException e) {
      return asking(recorder, e.question());
    } catch (StepFailedException e) {
      return failed(
          recorder, e.category(), String.valueOf(e.getMessage()), e.isPassing(), e.advice());
    } catch (OperationException e) {
      Scope.current().token().throwIfCancelled();
      return failed(
          recorder, "plan", String.valueOf(e.getMessage()), false, new Advice(e.hint(), null));
    } catch (StoreException e) {
      return stopped(recorder, e);
    } catch (GitException e) {
      Scope.current().token().throwIfCancelled();
      return failed(recorder, "resource", String.valueOf(e.getMessage()), false, advice(e));
    } catch (IOException e) {
      Scope.current().token().throwIfCancelled();
      return failed(recorder, "resource", String.valueOf(e.getMessage()), false, Advice.NONE);
    }
  }

  /** If git itself reports a failure, a retry helps only after the user has fixed the cause. */
  private static Advice advice(GitException e) {
    return e.exitCode().isEmpty()
        ? Advice.NONE
        : new Advice(
            "See what 'git status' and 'git fsck' say in your repository, then resume the plan",
            null);
  }

  /**
   * A store that is full, read-only or damaged stays so until the user repairs it, so a retry of
   * the step cannot succeed. If not even this can be stored, the job fails and is tried again.
   */
  private Effects stopped(PlanRecorder recorder, StoreException e) {
    return switch (e.kind()) {
      case DISK_FULL ->
          failed(
              recorder,
              "store",
              String.valueOf(e.getMessage()),
              false,
              new Advice(
                  "Free some space on that disk, then resume: what was stored before is kept",
                  null));
      case READ_ONLY, DAMAGED ->
          failed(
              recorder,
              "store",
              String.valueOf(e.getMessage()),
              false,
              new Advice("Run the diagnostics of the store, then resume", null));
      default -> throw e;
    };
  }

  private Effects phase(Plan plan, AsyncJob job, PlanRecorder recorder, CancellationToken token)
      throws Exception {
    return switch (plan.status().phase()) {
      case STRATEGIZE -> {
        List<DecisionContent> choices = new StrategizePhase(scripts).decide(plan);
        yield decided(recorder, choices);
      }
      case EXECUTE -> {
        List<Plan.Result> results =
            plan.brief().execution() instanceof Work.Undo(PlanId undone)
                ? new UndoExecution(services, plan, job, token).run(undone)
                : new ExecutePhase(services, plan, job, scripts, token).run();
        yield carriedOut(recorder, results);
      }
      case APPLY ->
          applied(
                  recorder,
                  new PlanApplier(services, apply, plan, job, asksBeforeApply(plan)),
                  token)
              .and(DatabaseUnit.writing(it -> new ChangeSelectionRows(it).clear(plan.id())));
    };
  }

  private Effects decided(PlanRecorder recorder, List<DecisionContent> choices) {
    Effects decisions = Effects.none();
    for (DecisionContent choice : choices) {
      decisions = decisions.and(recorder.deciding(choice));
    }
    return decisions.and(
        DatabaseUnit.storing(
            unit -> complete(unit, recorder, List.of(), StrategizePhase.confidence(choices))));
  }

  private Effects carriedOut(PlanRecorder recorder, List<Plan.Result> results) {
    return DatabaseUnit.storing(unit -> complete(unit, recorder, results, null));
  }

  /** Ends the stretch: the plan waits for an answer, which enqueues the next one. */
  private Effects asking(PlanRecorder recorder, ApprovalRequest question) {
    return DatabaseUnit.writing(
        transaction -> {
          PlanJournal journal = services.journal();
          PlanTransaction moves = journal.moves(transaction);
          Plan stored = recorder.requireOurs(moves);
          String what = journal.audit().redact(question.text());
          Plan after = moves.move(stored, PlanLifecycle.waitFor(stored.status(), what), what);
          if (after.status().state() == PlanState.WAITING) {
            journal.approvals(transaction).ask(after, question);
          }
        });
  }

  /** Ends the phase and, where the profile allows it, begins the next one. */
  private void complete(
      DatabaseUnit unit,
      PlanRecorder recorder,
      List<Plan.Result> results,
      @Nullable Double confidence) {
    PlanTransaction moves = services.journal().moves(unit.transaction());
    Plan before = recorder.requireOurs(moves);
    Plan after =
        moves.move(
            before,
            before.with(PlanLifecycle.completePhase(before.status())).with(results),
            "the phase is done");
    if (after.status().state() != PlanState.COMPLETE) {
      return;
    }
    PlanPhase next = after.status().phase().next().orElseThrow();
    switch (after.brief().rules().before(next, confidence)) {
      case GO -> {
        PlanStatus begun = PlanLifecycle.proceedTo(next, after.status());
        unit.enqueue(PlanJob.next(moves.move(after, begun, "its profile allows it")));
      }
      case ASK ->
          services.journal().approvals(unit.transaction()).ask(after, ApprovalRequest.before(next));
      case REFUSE -> moves.addError(after, notAllowed(after, next));
    }
  }

  /** An unattended profile leaves the plan in its phase. */
  private PlanError notAllowed(Plan plan, PlanPhase next) {
    String name = next.name().toLowerCase(Locale.ROOT);
    return new PlanError(
        plan.status().phase(),
        "policy",
        "The profile %s does not allow the plan to continue with %s, and is not attended"
            .formatted(plan.kind().profile(), name),
        false,
        new Advice(
            "Allow it yourself, or make the plan with another profile",
            NextAction.of(
                next == PlanPhase.EXECUTE ? Verb.EXECUTE_PLAN : Verb.APPLY_PLAN, plan.id())),
        services.now());
  }

  private Effects applied(PlanRecorder recorder, PlanApplier applying, CancellationToken token)
      throws InterruptedException {
    return switch (applying.run(token)) {
      case PlanApplier.Outcome.Done(var summary, var commits) ->
          recorder.change(
              (moves, stored) -> {
                Plan after = moves.move(stored, PlanLifecycle.applied(stored.status()), "applied");
                moves.append("apply.done", after, summary);
                moves.letRestFollow(after, commits);
              });
      case PlanApplier.Outcome.Refused refused -> constrained(recorder, refused);
    };
  }

  private boolean asksBeforeApply(Plan plan) {
    return plan.brief().rules().before(PlanPhase.APPLY, null) != Verdict.GO;
  }

  private Effects constrained(PlanRecorder recorder, PlanApplier.Outcome.Refused refused) {
    String message = refused.message();
    return recorder.change(
        (moves, stored) -> {
          Plan after = moves.move(stored, PlanLifecycle.constrain(stored.status()), message);
          moves.addError(
              after,
              new PlanError(
                  PlanPhase.APPLY,
                  "apply",
                  message,
                  false,
                  new Advice(refused.hint(), refused.next()),
                  services.now()));
        });
  }

  /** Stores what went wrong; where that may pass, the phase is queued again, a little later. */
  private Effects failed(
      PlanRecorder recorder, String category, String message, boolean passing, Advice advice) {
    NextAction helps = advice.next();
    return DatabaseUnit.storing(
        unit -> {
          PlanTransaction moves = services.journal().moves(unit.transaction());
          Plan before = recorder.requireOurs(moves);
          PlanStatus status = before.status();
          boolean again =
              passing
                  && PlanLifecycle.mayRetryByItself(status)
                  && before.brief().rules().profile().at(Gate.RETRY, null) == Verdict.GO;
          Plan after =
              moves.move(
                  before,
                  again ? PlanLifecycle.retryByItself(status) : PlanLifecycle.fail(status),
                  message.lines().findFirst().orElse(""));
          moves.addError(
              after,
              new PlanError(
                  status.phase(),
                  category,
                  message,
                  passing,
                  new Advice(
                      advice.hint(),
                      helps == null ? NextAction.of(Verb.RESUME_PLAN, before.id()) : helps),
                  services.now()));
          if (again) {
            int retries = after.status().counters().phaseRetries();
            unit.enqueue(
                PlanJob.next(after).withDelay(FIRST_RETRY.multipliedBy(1L << (retries - 1))));
          }
        });
  }
}
