package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link MoveRequest}, and what sessions are notified of after the commit.
 *
 * @param enqueued the job, if the request was an enqueue
 * @param move the result, if the request was a move
 * @param workAvailable whether there may be something to claim now
 * @param cancelled the lease whose owner is notified of the cancel request
 * @param lowestReady the lowest rank of the jobs that its transaction has made ready
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
