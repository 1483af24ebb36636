package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.RunOutcome;
import org.jspecify.annotations.Nullable;

/** A move that a caller requests. */
sealed interface MoveRequest {

  /** The job that is to be moved; null for one that is not there yet. */
  @Nullable JobId job();

  /** Stores a job. */
  record Enqueue(JobSpec spec, Effects effects) implements MoveRequest {
    @Override
    public @Nullable JobId job() {
      return null;
    }
  }

  /**
   * Ends the run under a lease.
   *
   * @param claimed the job as this process has claimed it under that lease, if it has
   */
  record Finish(Lease lease, RunOutcome outcome, Effects effects, @Nullable AsyncJob claimed)
      implements MoveRequest {
    @Override
    public JobId job() {
      return lease.job();
    }
  }

  /** Asks for a job to end. */
  record Cancel(JobId job, String reason, Effects effects) implements MoveRequest {}

  /** Stores effects in the name of a lease, and moves nothing. */
  record Note(Lease lease, Effects effects) implements MoveRequest {
    @Override
    public JobId job() {
      return lease.job();
    }
  }
}
