package dev.cleveragents.runtime;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;

/**
 * Hears what becomes of the jobs of one worker; called by the worker's threads, several at once.
 */
public interface WorkerListener {

  /** Hears nothing. */
  WorkerListener NONE =
      new WorkerListener() {
        @Override
        public void started(AsyncJob job) {}

        @Override
        public void ended(Lease lease, MoveResult move) {}
      };

  /** A job was claimed and starts. */
  void started(AsyncJob job);

  /** A run ended; {@code move} says what became of the job, or that the lease was over. */
  void ended(Lease lease, MoveResult move);
}
