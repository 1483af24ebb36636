package dev.cleveragents.engine.plan;

import org.jspecify.annotations.Nullable;

/**
 * How a plan stands: everything about it that moves. A value; {@link PlanLifecycle} makes the next
 * one from it, and one conditional write stores that.
 *
 * @param held paused by a person: not started until resumed
 * @param waitsFor what a waiting plan waits for; null once that is there
 * @param cancelReason why somebody wants it to end, if somebody does
 */
public record Standing(
    Stage stage,
    boolean held,
    @Nullable String waitsFor,
    @Nullable String cancelReason,
    Counters counters) {

  /**
   * What is counted.
   *
   * @param version raised by every move; a move is refused if it is not the one that was seen
   * @param attempt raised by every move that enqueues a job, and part of that job's name
   * @param phaseRetries how often this phase was tried again by itself
   * @param replans how often the plan went back to the first phase
   * @param stepsDone how many steps of the phase are done and stored
   */
  public record Counters(long version, int attempt, int phaseRetries, int replans, int stepsDone) {}

  /** A plan that has just been made. */
  static Standing first(boolean held) {
    return new Standing(
        new Stage(PlanPhase.STRATEGIZE, PlanState.QUEUED),
        held,
        null,
        null,
        new Counters(1, 1, 0, 0, 0));
  }

  /** A plan whose work is done when it is made, in one step. */
  static Standing carriedOut() {
    return new Standing(
        new Stage(PlanPhase.EXECUTE, PlanState.COMPLETE),
        false,
        null,
        null,
        new Counters(1, 1, 0, 0, 1));
  }

  /** Whether it is held since it was made, for its first phase has to be allowed. */
  public boolean isNotBegun() {
    return held && equals(first(true));
  }

  public PlanPhase phase() {
    return stage.phase();
  }

  public PlanState state() {
    return stage.state();
  }

  /** The same phase in another state, one version on. */
  Standing to(PlanState state) {
    return new Standing(new Stage(phase(), state), held, null, cancelReason, next());
  }

  /** The beginning of a phase, as a new attempt. */
  Standing toBeginOf(PlanPhase phase, int replans) {
    Counters then = new Counters(counters.version + 1, counters.attempt + 1, 0, replans, 0);
    return new Standing(new Stage(phase, PlanState.QUEUED), false, null, null, then);
  }

  /** Queued again in the same phase, as a new attempt that goes on after the steps done. */
  Standing again(int phaseRetries) {
    Counters then =
        new Counters(
            counters.version + 1,
            counters.attempt + 1,
            phaseRetries,
            counters.replans,
            counters.stepsDone);
    return new Standing(new Stage(phase(), PlanState.QUEUED), false, null, null, then);
  }

  /** Held where so many steps of the second phase are done, as a new attempt. */
  Standing heldAt(int steps) {
    Counters then =
        new Counters(counters.version + 1, counters.attempt + 1, 0, counters.replans, steps);
    return new Standing(new Stage(PlanPhase.EXECUTE, PlanState.QUEUED), true, null, null, then);
  }

  Standing waitingFor(String what) {
    return new Standing(new Stage(phase(), PlanState.WAITING), held, what, cancelReason, next());
  }

  Standing withHeld() {
    return new Standing(stage, true, waitsFor, cancelReason, next());
  }

  Standing withCancelReason(String reason) {
    return new Standing(stage, held, waitsFor, reason, next());
  }

  Standing withStepsDone(int steps) {
    Counters then =
        new Counters(
            counters.version + 1, counters.attempt, counters.phaseRetries, counters.replans, steps);
    return new Standing(stage, held, waitsFor, cancelReason, then);
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
