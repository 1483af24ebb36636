package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.budget.BudgetSpentException;
import dev.cleveragents.engine.conflict.ConflictRows;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.plan.ApprovalRequest;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanConflicts;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.PlanError.Advice;
import dev.cleveragents.engine.plan.PlanJournal;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.PlanTransaction;
import dev.cleveragents.engine.plan.PlanTree;
import dev.cleveragents.engine.plan.Subplans;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is stored when a phase stops before its end: it waits for the user, or has failed. A failure
 * that may pass by itself queues the phase again; any other also cancels the subplans beside a
 * subplan whose parent fails fast.
 */
final class StoppedPhase {

  private static final Duration FIRST_RETRY = Duration.ofSeconds(2);

  private final PlanServices services;
  private final PlanRecorder recorder;
  private final Plan plan;

  StoppedPhase(PlanServices services, PlanRecorder recorder, Plan plan) {
    this.services = services;
    this.recorder = recorder;
    this.plan = plan;
  }

  /**
   * The effects that end the job after this exception.
   *
   * @throws Exception the same one, if the run was cancelled or the store is away for a while
   */
  Effects effects(Exception thrown, CancellationToken token) throws Exception {
    return switch (thrown) {
      case ApprovalNeededException e -> waiting(e.question());
      case OpenConflictsException e -> waitingForResolution(e.conflicts());
      case SubplanRerunException e -> waitingForSubplan(e);
      case SubplansNeededException e -> waitingForSubplans(e);
      case BudgetSpentException e -> waitingForBudget(String.valueOf(e.getMessage()));
      case PhaseFailedException e -> failed(e);
      case OperationException e -> failed(uncancelled(token, lasting("plan", e, e.hint())));
      case StoreException e -> storeFailed(e);
      case GitException e -> failed(uncancelled(token, lasting("resource", e, hint(e))));
      case IOException e -> failed(uncancelled(token, lasting("resource", e, null)));
      default -> throw thrown;
    };
  }

  /** A cancelled run may fail in any way, and its failure is not the plan's. */
  private static PhaseFailedException uncancelled(
      CancellationToken token, PhaseFailedException failure) {
    token.throwIfCancelled();
    return failure;
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
  private Effects storeFailed(StoreException e) {
    return switch (e.kind()) {
      case DISK_FULL ->
          failed(
              lasting(
                  "store",
                  e,
                  "Free some space on that disk, then resume: what was stored before is kept"));
      case READ_ONLY, DAMAGED ->
          failed(lasting("store", e, "Run the diagnostics of the store, then resume"));
      default -> throw e;
    };
  }

  /** Ends this job: the plan waits for an answer, which enqueues the next job. */
  private Effects waiting(ApprovalRequest question) {
    return DatabaseUnit.writing(
        transaction -> {
          PlanJournal journal = services.journal();
          PlanTransaction moves = journal.moves(transaction);
          Plan stored = recorder.requireOurs(moves);
          String what = journal.audit().redact(question.text());
          Plan after = moves.move(stored, PlanLifecycle.waitFor(stored.status(), what), what);
          SubplanDeadline.stop(transaction, after);
          if (after.status().state() == PlanState.WAITING) {
            journal.approvals(transaction).ask(after, question);
          }
        });
  }

  /** Ends this job: the plan waits until the user has resolved all conflicts. */
  private Effects waitingForResolution(List<PlanConflict> conflicts) {
    String what = CountedNoun.of(conflicts.size(), "conflict");
    return recorder.change(
        (moves, stored) -> {
          ConflictRows rows = PlanConflicts.rows(moves.transaction(), stored);
          rows.removeOpen();
          conflicts.forEach(it -> rows.put(it, services.now()));
          Plan after =
              moves.move(
                  stored, PlanLifecycle.waitFor(stored.status(), PlanStatus.CONFLICTS), what);
          SubplanDeadline.stop(moves.transaction(), after);
          moves.append(
              "merge.conflicted",
              after,
              AuditEvent.data("paths", conflicts.stream().map(PlanConflict::path).toList()));
        });
  }

  /** Ends this job: the plan waits until the subplans that its model asked for have ended. */
  private Effects waitingForSubplans(SubplansNeededException needed) {
    Subplans subplans = new Subplans(services.journal());
    return recorder.storing(
        (unit, stored) -> {
          if (needed.wanted().isPresent()) {
            subplans.spawn(unit, stored, needed.wanted().get());
          } else {
            subplans.await(unit, stored);
          }
        });
  }

  /** Ends this job: a subplan works again on another base, and the plan waits for it. */
  private Effects waitingForSubplan(SubplanRerunException rerun) {
    return recorder.storing(
        (unit, stored) -> {
          PlanTransaction moves = services.journal().moves(unit.transaction());
          Plan subplan = moves.lock(rerun.subplan()).orElseThrow();
          Plan again =
              moves.move(
                  subplan,
                  subplan
                      .with(PlanLifecycle.rebase(subplan.status()))
                      .with(subplan.brief().on(rerun.targets()))
                      .with(List.of()),
                  "it conflicts, and works again on the merge of those before it");
          moves.append("subplan.rebased", again, AuditEvent.data("base", "merge"));
          moves.move(
              stored,
              PlanLifecycle.waitFor(stored.status(), PlanStatus.SUBPLANS),
              "a subplan works again");
          unit.enqueue(services.journal().job(again));
        });
  }

  /** Ends this job: the plan waits until more may be spent. */
  private Effects waitingForBudget(String why) {
    return recorder.change(
        (moves, stored) -> {
          Plan after =
              moves.move(stored, PlanLifecycle.waitFor(stored.status(), PlanStatus.BUDGET), why);
          SubplanDeadline.stop(moves.transaction(), after);
          moves.append("budget.spent", after, AuditEvent.data("why", why));
        });
  }

  /**
   * Stores the error; if it may pass by itself, queues the phase again with a delay. A subplan is
   * also queued again as often as its rules say, unless its time was over.
   */
  Effects failed(PhaseFailedException failure) {
    boolean timedOut = failure.category().equals("timeout");
    boolean repeated = !failure.isPassing() && !timedOut && mayRunAgain();
    if (!failure.isPassing() && !repeated) {
      new PlanTree(services.database(), services.jobs(), services.journal()).failed(plan);
    }
    String message = String.valueOf(failure.getMessage());
    NextAction helps = failure.next();
    return DatabaseUnit.storing(
        unit -> {
          PlanTransaction moves = services.journal().moves(unit.transaction());
          Plan before = recorder.requireOurs(moves);
          PlanStatus status = before.status();
          boolean again =
              (repeated || (failure.isPassing() && PlanLifecycle.mayRetryByItself(status)))
                  && status.cancelReason() == null
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
            Duration delay =
                repeated ? Duration.ZERO : FIRST_RETRY.multipliedBy(1L << (retries - 1));
            unit.enqueue(services.journal().job(after).withDelay(delay));
          } else {
            SubplanDeadline.stop(unit.transaction(), after);
            new Subplans(services.journal()).ended(unit, after);
          }
        });
  }

  /** Whether the rules of its parent let a failed subplan run again by itself. */
  private boolean mayRunAgain() {
    PlanBrief.Part part = plan.brief().part();
    return part != null
        && part.rules().limits().retry() > 0
        && services.database().read(it -> new PlanRows(it).errors(plan.id())).stream()
                .filter(it -> !it.retriable())
                .count()
            < part.rules().limits().retry();
  }
}
