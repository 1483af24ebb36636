package dev.cleveragents.runtime;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;

/**
 * Receives the starts and ends of one worker's jobs; called concurrently by the worker's threads.
 */
public interface WorkerListener {

  /** Ignores all events. */
  WorkerListener NONE =
      new WorkerListener() {
        @Override
        public void started(AsyncJob job) {}

        @Override
        public void ended(Lease lease, MoveResult move) {}
      };

  /** A job was claimed and starts. */
  void started(AsyncJob job);

  /** An attempt ended; {@code move} has the job's new state, or says that the lease had expired. */
  void ended(Lease lease, MoveResult move);
}
