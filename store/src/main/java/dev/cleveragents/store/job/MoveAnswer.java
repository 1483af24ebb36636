package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link MoveRequest} is answered, and what should be told once it is stored.
 *
 * @param enqueued the job, if it was one to enqueue
 * @param move the move, if it was one to make
 * @param workAvailable whether there may be something to claim now
 * @param cancelled the lease whose owner should hear that it is to stop
 * @param lowestReady the lowest rank of what its transaction has made ready
 */
record MoveAnswer(
    @Nullable Enqueued enqueued,
    @Nullable MoveResult move,
    boolean workAvailable,
    @Nullable Lease cancelled,
    long lowestReady) {

  static MoveAnswer of(Enqueued enqueued, boolean workAvailable) {
    return new MoveAnswer(enqueued, null, workAvailable, null, Long.MAX_VALUE);
  }

  static MoveAnswer of(MoveResult move, boolean workAvailable, @Nullable Lease cancelled) {
    return new MoveAnswer(null, move, workAvailable, cancelled, Long.MAX_VALUE);
  }

  MoveAnswer withLowestReady(long rank) {
    return new MoveAnswer(enqueued, move, workAvailable, cancelled, rank);
  }
}
