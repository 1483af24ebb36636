package dev.cleveragents.workspace.change;

import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The record of what one execution of a step did, as it stood when it was read.
 *
 * @param job the job that ran the step
 * @param lease which claim of that job; together they are who may write
 * @param step which step of the plan
 * @param entries how many changes are in it
 * @param endedAt null while it is open
 */
public record Changeset(
    ChangesetId id,
    PlanId plan,
    JobId job,
    long lease,
    int step,
    Status status,
    long entries,
    Instant startedAt,
    @Nullable Instant endedAt) {

  /** How far it is. */
  public enum Status {
    /** More may be recorded. */
    OPEN,
    /** Its step is done, and what it holds is part of the plan's result. */
    COMPLETE,
    /** Its step failed or lost its worker; what it holds is kept, but is no part of the result. */
    ABANDONED,
    /**
     * A person went back to before its step; what it holds is kept, but is no part of the result.
     */
    ROLLED_BACK
  }
}
