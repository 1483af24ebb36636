package dev.cleveragents.kernel.job;

/**
 * The effects, per job type, of a run that did not succeed: it failed, was released, was cancelled,
 * or its worker died. A body that returned brings its own; here there may be no body left to ask.
 */
@FunctionalInterface
public interface JobEnding {

  /**
   * What to store with this move.
   *
   * @param job as it is after the move
   * @param status its status after the move: QUEUED, FAILED or CANCELLED
   */
  Effects ended(AsyncJob job, AsyncJobStatus status);
}
