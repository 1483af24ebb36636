package dev.cleveragents.workspace;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.NextAction.Verb;

/**
 * Writes in the name of a lease: what the owner of a plan stores goes through here, and is refused
 * once another has the plan.
 *
 * @param jobs the store of the job that the lease is of
 */
public record LeaseFence(DatabaseJobStore jobs, Lease lease) {

  /**
   * Stores the effects; returns when they are durable.
   *
   * @throws OperationException if the lease is over, and then nothing was stored; or what the
   *     effects themselves have thrown
   */
  public void write(Effects effects) {
    MoveResult move;
    try {
      move = jobs.note(lease, effects);
    } catch (EffectsFailedException e) {
      throw e.getCause() instanceof OperationException cause ? cause : e;
    }
    if (move instanceof MoveResult.Refused) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "The lease on this plan (%s) is over, so nothing was stored".formatted(lease),
          "Another worker has the plan now, or its job has ended; stop this run",
          NextAction.of(Verb.SHOW_PLAN));
    }
  }
}
