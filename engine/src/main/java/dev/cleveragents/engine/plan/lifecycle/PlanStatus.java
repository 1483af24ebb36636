package dev.cleveragents.engine.plan.lifecycle;

import org.jspecify.annotations.Nullable;

/**
 * The status of a plan: everything about it that moves. A value; {@link PlanLifecycle} makes the
 * next one from it, and one conditional write stores that.
 *
 * @param held paused by a person: not started until resumed
 * @param waitsFor what a waiting plan waits for; null once that is there
 * @param cancelReason why the user cancelled it, if so
 */
public record PlanStatus(
    PlanStage stage,
    boolean held,
    @Nullable String waitsFor,
    @Nullable String cancelReason,
    Counters counters) {

  /** What a plan waits for whose next call of a model does not fit into a budget. */
  public static final String BUDGET = "a larger budget";

  /** What a plan waits for whose subplans made changes that do not go together. */
  public static final String CONFLICTS = "the resolution of conflicts";

  /** What a plan waits for whose subplans have not all ended. */
  public static final String SUBPLANS = "its subplans";

  /**
   * The counters of a plan.
   *
   * @param version raised by every move; a move is refused if it is not the one that was seen
   * @param attempt raised by every move that enqueues a job, and part of that job's name
   * @param phaseRetries how often this phase was tried again by itself
   * @param replans how often the plan went back to the first phase
   * @param stepsDone how many steps of the phase are done and stored
   */
  public record Counters(long version, int attempt, int phaseRetries, int replans, int stepsDone) {}

  /** The status of a new plan. */
  public static PlanStatus first(boolean held) {
    return new PlanStatus(
        new PlanStage(PlanPhase.STRATEGIZE, PlanState.QUEUED),
        held,
        null,
        null,
        new Counters(1, 1, 0, 0, 0));
  }

  /** The status of a new subplan: its parent has decided what it does. */
  public static PlanStatus firstOfSubplan() {
    return new PlanStatus(
        new PlanStage(PlanPhase.EXECUTE, PlanState.QUEUED),
        false,
        null,
        null,
        new Counters(1, 1, 0, 0, 0));
  }

  /** The status of a new plan whose work is done already, in one step. */
  public static PlanStatus carriedOut() {
    return new PlanStatus(
        new PlanStage(PlanPhase.EXECUTE, PlanState.COMPLETE),
        false,
        null,
        null,
        new Counters(1, 1, 0, 0, 1));
  }

  /** Whether it is held since its creation, because its first phase needs an approval. */
  public boolean isNotBegun() {
    return held && equals(first(true));
  }

  /** Whether it needs no resume: it waits for a worker or for an answer, or has a worker. */
  public boolean isUnderWay() {
    return switch (state()) {
      case WAITING -> (waitsFor == null || waitsForSubplans()) ? !held : !continuesOnResume();
      case QUEUED, PROCESSING -> !held && cancelReason == null;
      case COMPLETE, ERRORED, CANCELLED, APPLIED, CONSTRAINED -> false;
    };
  }

  /** Whether it does not move until the user acts. */
  public boolean isAtRest() {
    return switch (state()) {
      case QUEUED -> held;
      case PROCESSING -> false;
      case WAITING -> held || (waitsFor != null && !waitsForSubplans());
      case COMPLETE, ERRORED, CANCELLED, APPLIED, CONSTRAINED -> true;
    };
  }

  /** Whether it waits for what the user has to change before resuming it. */
  public boolean continuesOnResume() {
    return BUDGET.equals(waitsFor) || CONFLICTS.equals(waitsFor);
  }

  /** Whether it continues by itself when its subplans have ended. */
  public boolean waitsForSubplans() {
    return SUBPLANS.equals(waitsFor);
  }

  public PlanPhase phase() {
    return stage.phase();
  }

  public PlanState state() {
    return stage.state();
  }

  /** The same phase in another state, one version on. */
  PlanStatus to(PlanState state) {
    return new PlanStatus(new PlanStage(phase(), state), held, null, cancelReason, next());
  }

  /** The beginning of a phase, as a new attempt. */
  PlanStatus toBeginOf(PlanPhase phase, int replans) {
    Counters then = new Counters(counters.version + 1, counters.attempt + 1, 0, replans, 0);
    return new PlanStatus(new PlanStage(phase, PlanState.QUEUED), false, null, null, then);
  }

  /** Queued again in the same phase, as a new attempt that continues after the steps done. */
  PlanStatus again(int phaseRetries) {
    Counters then =
        new Counters(
            counters.version + 1,
            counters.attempt + 1,
            phaseRetries,
            counters.replans,
            counters.stepsDone);
    return new PlanStatus(new PlanStage(phase(), PlanState.QUEUED), false, null, null, then);
  }

  /** After this number of steps of the execute phase, as a new attempt. */
  PlanStatus backAt(int steps, boolean paused) {
    Counters then =
        new Counters(counters.version + 1, counters.attempt + 1, 0, counters.replans, steps);
    return new PlanStatus(
        new PlanStage(PlanPhase.EXECUTE, PlanState.QUEUED), paused, null, null, then);
  }

  PlanStatus waitingFor(@Nullable String what) {
    return new PlanStatus(
        new PlanStage(phase(), PlanState.WAITING), held, what, cancelReason, next());
  }

  PlanStatus withHeld(boolean paused) {
    return new PlanStatus(stage, paused, waitsFor, cancelReason, next());
  }

  PlanStatus withCancelReason(String reason) {
    return new PlanStatus(stage, held, waitsFor, reason, next());
  }

  public PlanStatus withStepsDone(int steps) {
    Counters then =
        new Counters(
            counters.version + 1, counters.attempt, counters.phaseRetries, counters.replans, steps);
    return new PlanStatus(stage, held, waitsFor, cancelReason, then);
  }

  private Counters next() {
    return new Counters(
        counters.version + 1,
        counters.attempt,
        counters.phaseRetries,
        counters.replans,
        counters.stepsDone);
  }
}
