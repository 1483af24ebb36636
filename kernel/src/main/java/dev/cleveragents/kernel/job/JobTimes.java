package dev.cleveragents.kernel.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When things happened to a job, by the clock of its store.
 *
 * @param enqueuedAt when it was stored
 * @param dueAt from when on it may be claimed
 * @param startedAt when it was last claimed
 * @param endedAt when it reached its final status
 */
public record JobTimes(
    Instant enqueuedAt, Instant dueAt, @Nullable Instant startedAt, @Nullable Instant endedAt) {

  JobTimes due(Instant at) {
    return new JobTimes(enqueuedAt, at, startedAt, null);
  }

  JobTimes started(Instant at) {
    return new JobTimes(enqueuedAt, dueAt, at, null);
  }

  JobTimes ended(Instant at) {
    return new JobTimes(enqueuedAt, dueAt, startedAt, at);
  }
}
