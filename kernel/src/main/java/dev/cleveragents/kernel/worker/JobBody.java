package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;

/**
 * The work of one job type. It runs in a {@link dev.cleveragents.kernel.scope.Scope} that knows the
 * job, its lease and a token; it should end soon after the token is cancelled. When nothing dies it
 * runs exactly once; after a crash it may run again, so its effects outside the store must tolerate
 * that.
 */
@FunctionalInterface
public interface JobBody {

  /**
   * Does the work, and returns what to store in the same transaction as its success. Whatever it
   * throws, {@code Error} included, is a failed attempt.
   */
  Effects run(AsyncJob job) throws Exception;

  /** What to store in the same transaction as the start of the job. */
  default Effects started(AsyncJob job) {
    return Effects.none();
  }
}
