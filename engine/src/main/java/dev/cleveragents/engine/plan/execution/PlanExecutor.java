package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.plan.ApprovalRequest;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.PlanError.Advice;
import dev.cleveragents.engine.plan.PlanJob;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.PlanTransaction;
import dev.cleveragents.engine.plan.Subplans;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.plan.selection.ChangeSelectionRows;
import dev.cleveragents.exec.OrphanedCommands;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.ApplyService;
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
                  plan -> {
                    moves.move(
                        plan,
                        plan.with(PlanLifecycle.start(plan.status())).with(job.id()),
                        "a worker has claimed it");
                    SubplanDeadline.start(transaction, plan, moves.now());
                  });
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
    StoppedPhase stopped = new StoppedPhase(services, recorder, plan);
    try (SubplanDeadline deadline = SubplanDeadline.of(services, plan, Scope.current().token())) {
      try {
        deadline.token().throwIfCancelled();
        Effects done = phase(plan, job, recorder, deadline.token());
        // What comes too late is kept with its steps, and is not merged.
        return deadline.passed().map(stopped::failed).orElse(done);
      } catch (Exception e) {
        Optional<PhaseFailedException> late = deadline.passed();
        return late.isPresent() ? stopped.failed(late.get()) : stopped.effects(e, deadline.token());
      }
    }
  }

  private Effects phase(Plan read, AsyncJob job, PlanRecorder recorder, CancellationToken token)
      throws Exception {
    Plan plan = new SubplanBase(services, job, token).prepared(read);
    return switch (plan.status().phase()) {
      case STRATEGIZE ->
          plan.brief().strategy() instanceof Work.Splitter splitter
              ? split(recorder, new StrategyAgents(services, plan, job, token).split(splitter))
              : decided(
                  recorder,
                  StrategizePhase.thinks(plan)
                      ? new StrategyAgents(services, plan, job, token).decide()
                      : StrategizePhase.decide(plan));
      case EXECUTE -> {
        requireLevel(plan);
        Optional<Effects> before = SubplanMerge.prepared(services, plan, recorder, token);
        if (before.isPresent()) {
          yield before.get();
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

  /**
   * Refuses work that is split at a level that is too deep.
   *
   * @throws OperationException if so
   */
  private void requireLevel(Plan plan) {
    if (plan.brief().execution() instanceof Work.BySubplans work) {
      services
          .database()
          .read(
              transaction -> {
                Subplans.requireLevel(transaction, plan, work.rules());
                return plan;
              });
    }
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

  /** Ends the first phase with a split, which the user sees before it starts. */
  private Effects split(PlanRecorder recorder, SplitProposal proposal) {
    return recorder
        .change(
            (moves, stored) ->
                moves.restate(
                    stored,
                    stored.with(stored.brief().with(proposal.work())),
                    "plan.split",
                    AuditEvent.data(
                        "parts", proposal.work().subplans().stream().map(Subplan::name).toList())))
        .and(recorder.deciding(proposal.decision()))
        .and(
            DatabaseUnit.storing(
                unit ->
                    complete(
                        unit,
                        recorder,
                        List.of(),
                        StrategizePhase.confidence(List.of(proposal.decision())))));
  }

  private Effects carriedOut(PlanRecorder recorder, List<Plan.Result> results) {
    return DatabaseUnit.storing(unit -> complete(unit, recorder, results, null));
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
    Verdict verdict = UndoExecution.verdict(after, next, confidence, unit.transaction());
    boolean proposed =
        next == PlanPhase.EXECUTE && after.brief().strategy() instanceof Work.Splitter;
    switch (proposed ? asked(verdict, after) : verdict) {
      case GO -> {
        PlanStatus begun = PlanLifecycle.proceedTo(next, after.status());
        unit.enqueue(services.journal().job(moves.move(after, begun, "its profile allows it")));
      }
      case ASK ->
          services.journal().approvals(unit.transaction()).ask(after, ApprovalRequest.before(next));
      case REFUSE -> moves.addError(after, notAllowed(after, next));
    }
  }

  /** The user sees what a model has split before it starts, unless there is none to ask. */
  private static Verdict asked(Verdict verdict, Plan plan) {
    return verdict == Verdict.GO && plan.brief().rules().profile().attended()
        ? Verdict.ASK
        : verdict;
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
}
