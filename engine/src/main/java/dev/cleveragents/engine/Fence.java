package dev.cleveragents.engine;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Move;
import dev.cleveragents.store.job.DatabaseJobStore;

/**
 * Writes in the name of a lease: what the owner of a plan stores goes through here, and is refused
 * once another has the plan.
 *
 * @param jobs the store of the job that the lease is of
 */
public record Fence(DatabaseJobStore jobs, Lease lease) {

  /**
   * Stores the effects; returns when they are durable.
   *
   * @throws PlanException if the lease is over, and then nothing was stored; or what the effects
   *     themselves have thrown
   */
  public void write(Effects effects) {
    Move move;
    try {
      move = jobs.note(lease, effects);
    } catch (EffectsFailedException e) {
      throw e.getCause() instanceof PlanException cause ? cause : e;
    }
    if (move instanceof Move.Refused) {
      throw new PlanException(
          PlanException.Kind.CONFLICT,
          "The right to work on this plan (%s) is over, so nothing was stored".formatted(lease),
          "Another worker has it now, or the work was ended; this run must stop",
          "agents plan status");
    }
  }
}
