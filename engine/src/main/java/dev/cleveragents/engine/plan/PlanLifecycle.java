package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The moves of a plan, as pure functions from one standing to the next.
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
 *   execute, apply/constrained ─▶ execute/queued, held, with fewer steps done (rolled back)
 *   anything not terminal ─▶ cancelled
 * </pre>
 *
 * <p>What is not in the tables {@link #FORWARD} and {@link #BACKWARD} is refused with the state the
 * plan is in and the command that helps; a test goes through every pair.
 */
public final class PlanLifecycle {

  /** How often a plan may go back to the first phase. */
  static final int MOST_REPLANS = 3;

  /** How often a phase that failed for a passing reason is tried again by itself. */
  static final int MOST_PHASE_RETRIES = 3;

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

  /** From which states a plan may go back to the first phase. */
  private static final Set<PlanState> BACKWARD =
      Set.of(
          PlanState.QUEUED,
          PlanState.WAITING,
          PlanState.COMPLETE,
          PlanState.ERRORED,
          PlanState.CONSTRAINED);

  /** From which states of the second phase a plan may go back to an earlier step. */
  private static final Set<PlanState> ROLLBACK =
      Set.of(PlanState.QUEUED, PlanState.WAITING, PlanState.COMPLETE, PlanState.ERRORED);

  private PlanLifecycle() {}

  /** Whether a plan may be put back to an earlier step: it works on nothing, nothing is applied. */
  public static boolean allowsRollback(Stage from) {
    return switch (from.phase()) {
      case STRATEGIZE -> false;
      case EXECUTE -> ROLLBACK.contains(from.state());
      case APPLY -> from.state() == PlanState.CONSTRAINED;
    };
  }

  /** Whether a plan may go from one stage to the other in one move. */
  public static boolean allows(Stage from, Stage to) {
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

  /** A job begins to work on it. */
  static Standing start(Standing now) {
    if (now.held() || now.cancelReason() != null || now.waitsFor() != null) {
      throw refused(now, "be started");
    }
    return checked(now, now.to(PlanState.PROCESSING), "be started");
  }

  /** Its job has let go of it before its end. */
  static Standing giveBack(Standing now) {
    return checked(now, now.to(PlanState.QUEUED), "be given back");
  }

  /** Its phase is done. A wish to cancel that came meanwhile is granted now. */
  static Standing completePhase(Standing now) {
    return checked(
        now,
        now.to(now.cancelReason() == null ? PlanState.COMPLETE : PlanState.CANCELLED),
        "be completed");
  }

  /** The next phase may begin. */
  static Standing proceedTo(PlanPhase next, Standing now) {
    String what = "go on to " + next.name().toLowerCase(Locale.ROOT);
    if (now.state() != PlanState.COMPLETE || next == PlanPhase.STRATEGIZE) {
      throw refused(now, what);
    }
    return checked(now, now.toBeginOf(next, now.counters().replans()), what);
  }

  /**
   * It goes on when what it waits for is there. A wish to cancel that came meanwhile is granted.
   */
  static Standing waitFor(Standing now, String what) {
    return checked(
        now,
        now.cancelReason() == null ? now.waitingFor(what) : now.to(PlanState.CANCELLED),
        "wait");
  }

  static Standing fail(Standing now) {
    return checked(
        now,
        now.to(now.cancelReason() == null ? PlanState.ERRORED : PlanState.CANCELLED),
        "be set to errored");
  }

  /** Whether a phase that failed for a passing reason is tried again by itself. */
  static boolean mayRetryByItself(Standing now) {
    return now.counters().phaseRetries() < MOST_PHASE_RETRIES && now.cancelReason() == null;
  }

  /** Failed for a passing reason: queued again. */
  static Standing retryByItself(Standing now) {
    return checked(now, now.again(now.counters().phaseRetries() + 1), "be tried again");
  }

  /** Somebody wants it to go on: after an error, a pause or a refused apply. */
  static Standing resume(Standing now) {
    if (now.state() == PlanState.QUEUED && now.held()) {
      return now.again(now.counters().phaseRetries());
    }
    if (isAnswered(now) && now.held()) {
      return answered(now);
    }
    return checked(now, now.again(0), "be resumed");
  }

  /** What it waits for is there. */
  static Standing answered(Standing now) {
    if (now.state() != PlanState.WAITING) {
      throw refused(now, "be answered");
    }
    Standing again = now.again(now.counters().phaseRetries());
    return new Standing(now.stage(), false, null, null, again.counters());
  }

  /** What it waited for is there, and a worker will take it. */
  static boolean isAnswered(Standing now) {
    return now.state() == PlanState.WAITING && now.waitsFor() == null;
  }

  /** Somebody pauses it. What is processing is moved by its owner. */
  static Standing hold(Standing now) {
    if (now.state() != PlanState.QUEUED
        && now.state() != PlanState.PROCESSING
        && !isAnswered(now)) {
      throw refused(now, "be paused");
    }
    return now.withHeld();
  }

  /** Somebody ends it. Of what is processing only the wish is stored; its owner moves it. */
  static Standing cancel(Standing now, String reason) {
    if (now.state() == PlanState.APPLIED) {
      throw new PlanException(
          PlanException.Kind.CONFLICT,
          "The plan is %s and cannot be cancelled".formatted(now.stage()),
          "Its result is in your files; take it back with undo",
          "agents plan undo");
    }
    return now.state() == PlanState.PROCESSING
        ? now.withCancelReason(reason)
        : checked(now, now.to(PlanState.CANCELLED).withCancelReason(reason), "be cancelled");
  }

  /** The owner obeys the wish. */
  static Standing cancelled(Standing now) {
    return checked(now, now.to(PlanState.CANCELLED), "be cancelled");
  }

  static Standing constrain(Standing now) {
    return checked(now, now.to(PlanState.CONSTRAINED), "be constrained");
  }

  static Standing applied(Standing now) {
    return checked(now, now.to(PlanState.APPLIED), "be applied");
  }

  static Standing replan(Standing now) {
    if (now.phase() == PlanPhase.STRATEGIZE || !BACKWARD.contains(now.state())) {
      throw refused(now, "go back to strategize", helpsToGoBack(now));
    }
    if (now.counters().replans() >= MOST_REPLANS) {
      throw PlanException.conflict(
          "The plan has been replanned %d times, which is the most; make a new one"
              .formatted(MOST_REPLANS),
          helps(now));
    }
    return now.toBeginOf(PlanPhase.STRATEGIZE, now.counters().replans() + 1);
  }

  /** Somebody takes it back to where so many steps were done; it is held there. */
  static Standing rollBack(Standing now, int steps) {
    if (!allowsRollback(now.stage())) {
      throw new PlanException(
          PlanException.Kind.CONFLICT,
          "The plan is %s%s and cannot be rolled back".formatted(now.stage(), remark(now)),
          whyNoRollback(now),
          helpsToGoBack(now));
    }
    return now.heldAt(steps);
  }

  private static String whyNoRollback(Standing now) {
    return switch (now.state()) {
      case PROCESSING -> "Somebody works on it; pause it first";
      case APPLIED -> "Its result is in your files; take it back with undo";
      case CANCELLED -> "It is over for good; its work is kept and can be shown";
      case QUEUED, WAITING, COMPLETE, ERRORED, CONSTRAINED ->
          now.phase() == PlanPhase.STRATEGIZE
              ? "It has changed nothing yet"
              : "It is being applied; let that end, or plan anew";
    };
  }

  private static String helpsToGoBack(Standing now) {
    return switch (now.state()) {
      case PROCESSING -> "agents plan pause";
      case APPLIED -> "agents plan undo";
      case CANCELLED -> "agents plan diff";
      case QUEUED, WAITING, COMPLETE, ERRORED, CONSTRAINED -> "agents plan status";
    };
  }

  private static Standing checked(Standing now, Standing next, String what) {
    if (!allows(now.stage(), next.stage())) {
      throw refused(now, what);
    }
    return next;
  }

  private static PlanException refused(Standing now, String what) {
    return refused(now, what, helps(now));
  }

  private static PlanException refused(Standing now, String what, @Nullable String helps) {
    return PlanException.conflict(
        "The plan is %s%s and cannot %s".formatted(now.stage(), remark(now), what), helps);
  }

  private static String remark(Standing now) {
    if (now.held()) {
      return now.isNotBegun() ? " (not begun)" : " (paused)";
    }
    return now.cancelReason() == null || now.state().isTerminal() ? "" : " (being cancelled)";
  }

  /** The command that helps a plan that stands so. */
  private static @Nullable String helps(Standing now) {
    return switch (now.state()) {
      case QUEUED -> now.held() ? "agents plan resume" : "agents plan status";
      case PROCESSING -> "agents plan status";
      case WAITING -> "agents approvals";
      case COMPLETE ->
          now.phase() == PlanPhase.STRATEGIZE ? "agents plan execute" : "agents plan apply";
      case ERRORED -> "agents plan resume";
      case CONSTRAINED -> "agents plan apply";
      case APPLIED -> "agents plan status";
      case CANCELLED -> "agents plan diff";
    };
  }
}
