package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.budget.BudgetSpentException;
import dev.cleveragents.engine.conflict.ConflictRows;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.plan.ApprovalRequest;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanConflicts;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.PlanError.Advice;
import dev.cleveragents.engine.plan.PlanJob;
import dev.cleveragents.engine.plan.PlanJournal;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.PlanTransaction;
import dev.cleveragents.engine.plan.PlanTree;
import dev.cleveragents.engine.plan.Subplans;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.plan.selection.ChangeSelectionRows;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanScheduler;
import dev.cleveragents.exec.OrphanedCommands;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.ApplyService;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

  public PlanExecutor(PlanServices services, ApplyService apply) {
    this.services = services;
    this.apply = apply;
  }

  @Override
  public Effects started(AsyncJob job) {
    return begun(services, job);
  }

  /** Moves the plan to processing in the transaction that claims its job. */
  static Effects begun(PlanServices services, AsyncJob job) {
    return DatabaseUnit.writing(
        transaction -> {
          PlanJob stretch = PlanJob.of(job.spec().payload());
          PlanTransaction moves = services.journal().moves(transaction);
          moves
              .lock(stretch.plan())
              .filter(plan -> isStartedBy(stretch, plan.status()))
              .ifPresent(
                  plan ->
                      moves.move(
                          plan,
                          plan.with(PlanLifecycle.start(plan.status())).with(job.id()),
                          "a worker has claimed it"));
        });
  }

  /** The plan of a job, if it is processed by that. */
  static Optional<Plan> plan(PlanServices services, AsyncJob job) {
    return services
        .database()
        .read(transaction -> new PlanRows(transaction).get(PlanJob.of(job.spec().payload()).plan()))
        .filter(stored -> stored.isProcessedBy(job.id()));
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
    Plan plan = plan(services, job).orElse(null);
    if (plan == null) {
      return Effects.none();
    }
    // A dead owner's processes may still write, into a sandbox that is no longer used.
    OrphanedCommands.endEarlierAttempts(job.lease());
    PlanRecorder recorder = new PlanRecorder(services, plan.id(), job);
    try {
      return phase(plan, job, recorder, Scope.current().token());
    } catch (ApprovalNeededException e) {
      return waiting(recorder, e.question());
    } catch (OpenConflictsException e) {
      return waitingForResolution(recorder, e.conflicts());
    } catch (BudgetSpentException e) {
      return waitingForBudget(recorder, String.valueOf(e.getMessage()));
    } catch (PhaseFailedException e) {
      if (!e.isPassing()) {
        new PlanTree(services.database(), services.jobs(), services.journal()).failed(plan);
      }
      return failed(recorder, e);
    } catch (OperationException e) {
      Scope.current().token().throwIfCancelled();
      return failed(recorder, lasting("plan", e, e.hint()));
    } catch (StoreException e) {
      return storeFailed(recorder, e);
    } catch (GitException e) {
      Scope.current().token().throwIfCancelled();
      return failed(recorder, lasting("resource", e, hint(e)));
    } catch (IOException e) {
      Scope.current().token().throwIfCancelled();
      return failed(recorder, lasting("resource", e, null));
    }
  }

  /** If git itself reports a failure, a retry helps only after the user has fixed the cause. */
  private static @Nullable String hint(GitException e) {
    return e.exitCode().isEmpty()
        ? null
        : "See what 'git status' and 'git fsck' say in your repository, then resume the plan";
  }

  /** A failure that no automatic retry helps against. */
  private static PhaseFailedException lasting(String category, Exception e, @Nullable String hint) {
    return new PhaseFailedException(category, String.valueOf(e.getMessage()), false, hint);
  }

  /**
   * A store that is full, read-only or damaged stays so until the user repairs it, so a retry of
   * the step cannot succeed. If not even this can be stored, the job fails and is tried again.
   */
  private Effects storeFailed(PlanRecorder recorder, StoreException e) {
    return switch (e.kind()) {
      case DISK_FULL ->
          failed(
              recorder,
              lasting(
                  "store",
                  e,
                  "Free some space on that disk, then resume: what was stored before is kept"));
      case READ_ONLY, DAMAGED ->
          failed(recorder, lasting("store", e, "Run the diagnostics of the store, then resume"));
      default -> throw e;
    };
  }

  private Effects phase(Plan plan, AsyncJob job, PlanRecorder recorder, CancellationToken token)
      throws Exception {
    return switch (plan.status().phase()) {
      case STRATEGIZE ->
          decided(
              recorder,
              StrategizePhase.thinks(plan)
                  ? new StrategyAgents(services, plan, job, token).decide()
                  : StrategizePhase.decide(plan));
      case EXECUTE -> {
        if (plan.brief().execution() instanceof Work.BySubplans work) {
          Optional<Effects> before = beforeMerge(plan, work, recorder);
          if (before.isPresent()) {
            yield before.get();
          }
        }
        List<Plan.Result> results =
            plan.brief().execution() instanceof Work.Undo(PlanId undone)
                ? new UndoExecution(services, plan, job, token).run(undone)
                : new ExecutePhase(services, plan, job, token).run();
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

  /** Creates the subplans of a plan, or waits for them; empty once all of them are to be merged. */
  private Optional<Effects> beforeMerge(Plan plan, Work.BySubplans work, PlanRecorder recorder) {
    List<SubplanRow> rows = services.database().read(transaction -> Subplans.of(transaction, plan));
    Subplans subplans = new Subplans(services.journal());
    if (rows.isEmpty()) {
      return Optional.of(recorder.storing((unit, stored) -> subplans.spawn(unit, stored, work)));
    }
    if (!SubplanScheduler.next(work.rules(), rows).over()) {
      return Optional.of(recorder.storing((unit, stored) -> subplans.await(unit, stored, work)));
    }
    services
        .database()
        .read(
            transaction -> {
              SubplanMerge.requireComplete(plan, rows, transaction);
              return plan;
            });
    return Optional.empty();
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

  /** Ends this job: the plan waits for an answer, which enqueues the next job. */
  private Effects waiting(PlanRecorder recorder, ApprovalRequest question) {
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

  /** Ends this job: the plan waits until the user has resolved all conflicts. */
  private Effects waitingForResolution(PlanRecorder recorder, List<PlanConflict> conflicts) {
    String what = CountedNoun.of(conflicts.size(), "conflict");
    return recorder.change(
        (moves, stored) -> {
          ConflictRows rows = PlanConflicts.rows(moves.transaction(), stored);
          rows.removeOpen();
          conflicts.forEach(it -> rows.put(it, services.now()));
          Plan after =
              moves.move(
                  stored, PlanLifecycle.waitFor(stored.status(), PlanStatus.CONFLICTS), what);
          moves.append(
              "merge.conflicted",
              after,
              AuditEvent.data("paths", conflicts.stream().map(PlanConflict::path).toList()));
        });
  }

  /** Ends this job: the plan waits until more may be spent. */
  private static Effects waitingForBudget(PlanRecorder recorder, String why) {
    return recorder.change(
        (moves, stored) -> {
          Plan after =
              moves.move(stored, PlanLifecycle.waitFor(stored.status(), PlanStatus.BUDGET), why);
          moves.append("budget.spent", after, AuditEvent.data("why", why));
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
    if (after.brief().part() != null) {
      new Subplans(services.journal()).ended(unit, after);
      return;
    }
    if (after.status().state() != PlanState.COMPLETE) {
      return;
    }
    PlanPhase next = after.status().phase().next().orElseThrow();
    switch (UndoExecution.verdict(after, next, confidence, unit.transaction())) {
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
        "Profile %s requires approval for %s, but does not allow asking (attended: false)"
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
      case PlanApplier.ApplyOutcome.Done(var summary, var commits) ->
          recorder.change(
              (moves, stored) -> {
                Plan after = moves.move(stored, PlanLifecycle.applied(stored.status()), "applied");
                moves.append("apply.done", after, summary);
                PlanSplitter.rebaseRest(moves, after, commits);
              });
      case PlanApplier.ApplyOutcome.Refused refused -> constrained(recorder, refused);
    };
  }

  private boolean asksBeforeApply(Plan plan) {
    return plan.brief().rules().before(PlanPhase.APPLY, null) != Verdict.GO;
  }

  private Effects constrained(PlanRecorder recorder, PlanApplier.ApplyOutcome.Refused refused) {
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

  /** Stores the error; if it may pass by itself, queues the phase again with a delay. */
  private Effects failed(PlanRecorder recorder, PhaseFailedException failure) {
    String message = String.valueOf(failure.getMessage());
    NextAction helps = failure.next();
    return DatabaseUnit.storing(
        unit -> {
          PlanTransaction moves = services.journal().moves(unit.transaction());
          Plan before = recorder.requireOurs(moves);
          PlanStatus status = before.status();
          boolean again =
              failure.isPassing()
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
                  failure.category(),
                  message,
                  failure.isPassing(),
                  new Advice(
                      failure.hint(),
                      helps == null ? NextAction.of(Verb.RESUME_PLAN, before.id()) : helps),
                  services.now()));
          if (again) {
            int retries = after.status().counters().phaseRetries();
            unit.enqueue(
                PlanJob.next(after).withDelay(FIRST_RETRY.multipliedBy(1L << (retries - 1))));
          } else {
            new Subplans(services.journal()).ended(unit, after);
          }
        });
  }
}
