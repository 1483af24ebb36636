package dev.cleveragents.store.job;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.StoreClock;
import java.util.random.RandomGenerator;

/**
 * What every move needs besides its transaction.
 *
 * @param database where it is stored
 * @param settings key limits and endings
 * @param ids generates the ids of new jobs
 * @param random shortens the waits before retries
 * @param ready the ranks at which claims begin to look for jobs
 */
record MoveContext(
    Database database,
    JobSettings settings,
    UlidGenerator ids,
    RandomGenerator random,
    ReadyRankBounds ready) {

  StoreClock clock() {
    return database.clock();
  }

  /** Wraps an exception of effects; an error of the database itself is returned unchanged. */
  RuntimeException asUnitFailure(JobId job, Throwable thrown) {
    return database.isDatabaseError(thrown)
        ? (RuntimeException) thrown
        : new EffectsFailedException(job, thrown);
  }
}
