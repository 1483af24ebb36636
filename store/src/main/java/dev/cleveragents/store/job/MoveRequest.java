package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.RunOutcome;
import org.jspecify.annotations.Nullable;

/** A move requested by a caller. */
sealed interface MoveRequest {

  /** The job to be moved; null for a new one. */
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
   * @param claimed the job as this process claimed it under that lease, or null
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

  /** Stores effects under a lease, and moves nothing. */
  record Note(Lease lease, Effects effects) implements MoveRequest {
    @Override
    public JobId job() {
      return lease.job();
    }
  }
}
