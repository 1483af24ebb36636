package dev.cleveragents.engine.plan.lifecycle;

import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The moves of a plan, as pure functions from one status to the next.
 *
 * <pre>
 *   strategize            execute               apply
 *   queued ⇄ processing   queued ⇄ processing   queued ⇄ processing ─▶ applied
 *              │  ⇅                  │  ⇅                 │  ⇅
 *              │ waiting             │ waiting            │ waiting
 *              ▼                     ▼                    ▼
 *           complete ──▶ …        complete ──▶ …      constrained ──▶ queued
 *
 *   processing ─▶ errored ─▶ queued (tried again)      execute, apply ─▶ strategize/queued (replan)
 *   execute/complete ─▶ execute/queued (the user edits or checks it)
 *   execute, apply/constrained ─▶ execute/queued, held, with fewer steps done (rolled back)
 *   anything not terminal ─▶ cancelled
 * </pre>
 *
 * <p>A move that is not in the tables {@link #FORWARD} and {@link #BACKWARD} is refused with the
 * plan's state and the next action that helps. A test tries every pair.
 */
public final class PlanLifecycle {

  /** How often a plan may return to the first phase. */
  public static final int MOST_REPLANS = 3;

  /** How often a phase that failed for a transient reason is retried automatically. */
  public static final int MOST_PHASE_RETRIES = 3;

  /** Within a phase. */
  private static final Map<PlanState, Set<PlanState>> FORWARD =
      Map.of(
          PlanState.QUEUED, Set.of(PlanState.PROCESSING, PlanState.CANCELLED),
          PlanState.PROCESSING,
              Set.of(
                  PlanState.QUEUED,
                  PlanState.WAITING,
                  PlanState.COMPLETE,
                  PlanState.ERRORED,
                  PlanState.CANCELLED,
                  PlanState.APPLIED,
                  PlanState.CONSTRAINED),
          PlanState.WAITING, Set.of(PlanState.PROCESSING, PlanState.CANCELLED),
          PlanState.COMPLETE, Set.of(PlanState.CANCELLED),
          PlanState.ERRORED, Set.of(PlanState.QUEUED, PlanState.CANCELLED),
          PlanState.CONSTRAINED, Set.of(PlanState.QUEUED, PlanState.CANCELLED),
          PlanState.CANCELLED, Set.of(),
          PlanState.APPLIED, Set.of());

  /** The states from which a plan may return to the first phase. */
  private static final Set<PlanState> BACKWARD =
      Set.of(
          PlanState.QUEUED,
          PlanState.WAITING,
          PlanState.COMPLETE,
          PlanState.ERRORED,
          PlanState.CONSTRAINED);

  /** The states of the execute phase from which a plan may be rolled back to an earlier step. */
  private static final Set<PlanState> ROLLBACK =
      Set.of(PlanState.QUEUED, PlanState.WAITING, PlanState.COMPLETE, PlanState.ERRORED);

  private PlanLifecycle() {}

  /** Whether a plan may be rolled back to an earlier step: no job runs, and nothing is applied. */
  public static boolean allowsRollback(PlanStage from) {
    return switch (from.phase()) {
      case STRATEGIZE -> false;
      case EXECUTE -> ROLLBACK.contains(from.state());
      case APPLY -> from.state() == PlanState.CONSTRAINED;
    };
  }

  /** Whether a plan may go from one stage to the other in one move. */
  public static boolean allows(PlanStage from, PlanStage to) {
    if (from.phase() == to.phase()) {
      return FORWARD.getOrDefault(from.state(), Set.of()).contains(to.state());
    }
    if (to.state() != PlanState.QUEUED) {
      return false;
    }
    boolean forward =
        from.state() == PlanState.COMPLETE && to.phase() == from.phase().next().orElse(null);
    boolean backward = to.phase() == PlanPhase.STRATEGIZE && BACKWARD.contains(from.state());
    return forward || backward;
  }

  /** A job starts to process it. */
  public static PlanStatus start(PlanStatus now) {
    if (now.held() || now.cancelReason() != null || now.waitsFor() != null) {
      throw refused(now, "be started");
    }
    return checked(now, now.to(PlanState.PROCESSING), "be started");
  }

  /** Its job ended before the phase did. */
  public static PlanStatus giveBack(PlanStatus now) {
    return checked(now, now.to(PlanState.QUEUED), "be given back");
  }

  /** Its phase is done. A cancel that was requested meanwhile takes effect now. */
  public static PlanStatus completePhase(PlanStatus now) {
    return checked(
        now,
        now.to(now.cancelReason() == null ? PlanState.COMPLETE : PlanState.CANCELLED),
        "be completed");
  }

  /** The next phase may begin. */
  public static PlanStatus proceedTo(PlanPhase next, PlanStatus now) {
    String what = "continue with " + next.name().toLowerCase(Locale.ROOT);
    if (now.state() != PlanState.COMPLETE || next == PlanPhase.STRATEGIZE) {
      throw refused(now, what);
    }
    return checked(now, now.toBeginOf(next, now.counters().replans()), what);
  }

  /** It waits for an answer. A cancel that was requested meanwhile takes effect. */
  public static PlanStatus waitFor(PlanStatus now, String what) {
    return checked(
        now,
        now.cancelReason() == null ? now.waitingFor(what) : now.to(PlanState.CANCELLED),
        "wait");
  }

  public static PlanStatus fail(PlanStatus now) {
    return checked(
        now,
        now.to(now.cancelReason() == null ? PlanState.ERRORED : PlanState.CANCELLED),
        "be set to errored");
  }

  /** Whether a phase that failed for a transient reason is retried automatically. */
  public static boolean mayRetryByItself(PlanStatus now) {
    return now.counters().phaseRetries() < MOST_PHASE_RETRIES && now.cancelReason() == null;
  }

  /** It failed for a transient reason and is queued again. */
  public static PlanStatus retryByItself(PlanStatus now) {
    return checked(now, now.again(now.counters().phaseRetries() + 1), "be tried again");
  }

  /** The user resumes it after an error, a pause or a refused apply. */
  public static PlanStatus resume(PlanStatus now) {
    if (now.state() == PlanState.QUEUED && now.held()) {
      return now.again(now.counters().phaseRetries());
    }
    if ((isAnswered(now) && now.held()) || now.continuesOnResume()) {
      return answered(now);
    }
    return checked(now, now.again(0), "be resumed");
  }

  /** Its question is answered. */
  public static PlanStatus answered(PlanStatus now) {
    if (now.state() != PlanState.WAITING) {
      throw refused(now, "be answered");
    }
    PlanStatus again = now.again(now.counters().phaseRetries());
    return new PlanStatus(now.stage(), false, null, null, again.counters());
  }

  /** Its subplans have ended. One that is paused continues when the user resumes it. */
  public static PlanStatus subplansEnded(PlanStatus now) {
    return now.held() ? now.waitingFor(null) : answered(now);
  }

  /** The user resumes a plan that was paused while its subplans worked. */
  public static PlanStatus waitOn(PlanStatus now) {
    if (!now.held() || !now.waitsForSubplans()) {
      throw refused(now, "be resumed");
    }
    return now.withHeld(false);
  }

  /** Whether its question is answered and a worker will claim it. */
  public static boolean isAnswered(PlanStatus now) {
    return now.state() == PlanState.WAITING && now.waitsFor() == null;
  }

  /** The user pauses it. A plan that is processing is moved by its owner. */
  public static PlanStatus hold(PlanStatus now) {
    if (now.state() != PlanState.QUEUED
        && now.state() != PlanState.PROCESSING
        && !isAnswered(now)
        && !now.waitsForSubplans()) {
      throw refused(now, "be paused");
    }
    return now.withHeld(true);
  }

  /**
   * The user cancels it. For a plan that is processing only the request is stored; its owner moves
   * it.
   */
  public static PlanStatus cancel(PlanStatus now, String reason) {
    if (now.state() == PlanState.APPLIED) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "The plan is %s and cannot be cancelled".formatted(now.stage()),
          "Its result is in your files. Undo the plan instead",
          NextAction.of(Verb.UNDO_PLAN));
    }
    return now.state() == PlanState.PROCESSING
        ? now.withCancelReason(reason)
        : checked(now, now.to(PlanState.CANCELLED).withCancelReason(reason), "be cancelled");
  }

  /** The owner honours the cancel request. */
  public static PlanStatus cancelled(PlanStatus now) {
    return checked(now, now.to(PlanState.CANCELLED), "be cancelled");
  }

  public static PlanStatus constrain(PlanStatus now) {
    return checked(now, now.to(PlanState.CONSTRAINED), "be constrained");
  }

  public static PlanStatus applied(PlanStatus now) {
    return checked(now, now.to(PlanState.APPLIED), "be applied");
  }

  public static PlanStatus replan(PlanStatus now) {
    if (now.phase() == PlanPhase.STRATEGIZE || !BACKWARD.contains(now.state())) {
      throw refused(now, "go back to strategize", helpsToGoBack(now));
    }
    if (now.counters().replans() >= MOST_REPLANS) {
      throw OperationException.conflict(
          "The plan has been replanned %d times, which is the most; make a new one"
              .formatted(MOST_REPLANS),
          helps(now));
    }
    return now.toBeginOf(PlanPhase.STRATEGIZE, now.counters().replans() + 1);
  }

  /** A subplan whose result does not fit to the others works again, on another base. */
  public static PlanStatus rebase(PlanStatus now) {
    if (now.phase() != PlanPhase.EXECUTE || now.state() != PlanState.COMPLETE) {
      throw refused(now, "work on another base");
    }
    return now.toBeginOf(PlanPhase.EXECUTE, now.counters().replans() + 1);
  }

  /** Whether the user may edit the work, or have it checked again: no job runs on it. */
  public static boolean allowsReopening(PlanStatus now) {
    if (now.phase() == PlanPhase.APPLY) {
      return now.state() == PlanState.CONSTRAINED;
    }
    return now.phase() == PlanPhase.EXECUTE
        && switch (now.state()) {
          case ERRORED, COMPLETE -> true;
          case QUEUED -> now.held();
          case PROCESSING, WAITING, CANCELLED, APPLIED, CONSTRAINED -> false;
        };
  }

  /**
   * The user edits the work, or has it checked again.
   *
   * @param what of the two, for a refusal
   * @param steps how many steps of the work are done; an apply counts its own
   */
  public static PlanStatus reopen(PlanStatus now, String what, int steps) {
    if (!allowsReopening(now)) {
      throw refused(
          now,
          what,
          now.state() == PlanState.PROCESSING ? NextAction.of(Verb.PAUSE_PLAN) : helps(now));
    }
    return now.phase() == PlanPhase.APPLY ? now.backAt(steps, false) : now.again(0);
  }

  /** The user rolls it back to this number of steps; it is held there. */
  public static PlanStatus rollBack(PlanStatus now, int steps) {
    if (!allowsRollback(now.stage())) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "The plan is %s%s and cannot be rolled back".formatted(now.stage(), remark(now)),
          whyNoRollback(now),
          helpsToGoBack(now));
    }
    return now.backAt(steps, true);
  }

  private static String whyNoRollback(PlanStatus now) {
    return switch (now.state()) {
      case PROCESSING -> "A worker is processing it. Pause it first";
      case APPLIED -> "Its result is in your files. Undo the plan instead";
      case CANCELLED -> "It is cancelled permanently; its work is kept and can be shown";
      case QUEUED, WAITING, COMPLETE, ERRORED, CONSTRAINED ->
          now.phase() == PlanPhase.STRATEGIZE
              ? "It has changed nothing yet"
              : "It is being applied. Wait for that to end, or replan it";
    };
  }

  private static NextAction helpsToGoBack(PlanStatus now) {
    return switch (now.state()) {
      case PROCESSING -> NextAction.of(Verb.PAUSE_PLAN);
      case APPLIED -> NextAction.of(Verb.UNDO_PLAN);
      case CANCELLED -> NextAction.of(Verb.SHOW_DIFF);
      case QUEUED, WAITING, COMPLETE, ERRORED, CONSTRAINED -> NextAction.of(Verb.SHOW_PLAN);
    };
  }

  private static PlanStatus checked(PlanStatus now, PlanStatus next, String what) {
    if (!allows(now.stage(), next.stage())) {
      throw refused(now, what);
    }
    return next;
  }

  private static OperationException refused(PlanStatus now, String what) {
    return refused(now, what, helps(now));
  }

  private static OperationException refused(PlanStatus now, String what, NextAction helps) {
    return OperationException.conflict(
        "The plan is %s%s and cannot %s".formatted(now.stage(), remark(now), what), helps);
  }

  private static String remark(PlanStatus now) {
    if (now.held()) {
      return now.isNotBegun() ? " (not begun)" : " (paused)";
    }
    return now.cancelReason() == null || now.state().isTerminal() ? "" : " (being cancelled)";
  }

  /** The next action that helps a plan with this status. */
  private static NextAction helps(PlanStatus now) {
    return switch (now.state()) {
      case QUEUED -> now.held() ? NextAction.of(Verb.RESUME_PLAN) : NextAction.of(Verb.SHOW_PLAN);
      case PROCESSING -> NextAction.of(Verb.SHOW_PLAN);
      case WAITING ->
          NextAction.of(
              now.waitsForSubplans()
                  ? Verb.SHOW_PLAN
                  : PlanStatus.BUDGET.equals(now.waitsFor())
                      ? Verb.RAISE_BUDGET
                      : PlanStatus.CONFLICTS.equals(now.waitsFor())
                          ? Verb.LIST_CONFLICTS
                          : Verb.ANSWER_APPROVALS);
      case COMPLETE ->
          now.phase() == PlanPhase.STRATEGIZE
              ? NextAction.of(Verb.EXECUTE_PLAN)
              : NextAction.of(Verb.APPLY_PLAN);
      case ERRORED -> NextAction.of(Verb.RESUME_PLAN);
      case CONSTRAINED -> NextAction.of(Verb.APPLY_PLAN);
      case APPLIED -> NextAction.of(Verb.SHOW_PLAN);
      case CANCELLED -> NextAction.of(Verb.SHOW_DIFF);
    };
  }
}
