package dev.cleveragents.engine.plan.lifecycle;

/** The state of a plan within its phase. */
public enum PlanState {
  /** Waits for a worker, or is held until the user resumes it. */
  QUEUED,
  /** A job works on it. */
  PROCESSING,
  /** Waits for an answer, children or a time; holds no job. */
  WAITING,
  /** The phase is done; the next one begins when it is allowed to. */
  COMPLETE,
  /** The phase has failed; a person can try again. */
  ERRORED,
  /** Ended by a person; its work is kept. */
  CANCELLED,
  /** Its result is in the user's resources. */
  APPLIED,
  /** The apply was refused for a reason that the user has to resolve. */
  CONSTRAINED;

  /** Whether nothing can happen to the plan any more. */
  public boolean isTerminal() {
    return this == CANCELLED || this == APPLIED;
  }
}
