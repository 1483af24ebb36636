package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Outcome;

/** A move that somebody asks for. */
sealed interface Request {

  /** Stores a job. */
  record Enqueue(JobSpec spec, Effects effects) implements Request {}

  /** Ends the run under a lease. */
  record Finish(Lease lease, Outcome outcome, Effects effects) implements Request {}

  /** Asks for a job to end. */
  record Cancel(JobId job, String reason, Effects effects) implements Request {}

  /** Stores effects in the name of a lease, and moves nothing. */
  record Note(Lease lease, Effects effects) implements Request {}
}
