package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.JobStore.Enqueued;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Move;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Request} is answered, and what should be told once it is stored.
 *
 * @param enqueued the job, if it was one to enqueue
 * @param move the move, if it was one to make
 * @param workAvailable whether there may be something to claim now
 * @param cancelled the lease whose owner should hear that it is to stop
 * @param lowestReady the lowest rank of what its transaction has made ready
 * @param claim what was claimed with it for a seat that it was lent, if that was tried
 */
record Answer(
    @Nullable Enqueued enqueued,
    @Nullable Move move,
    boolean workAvailable,
    @Nullable Lease cancelled,
    long lowestReady,
    Claims.@Nullable Made claim) {

  static Answer of(Enqueued enqueued, boolean workAvailable) {
    return new Answer(enqueued, null, workAvailable, null, Long.MAX_VALUE, null);
  }

  static Answer of(Move move, boolean workAvailable, @Nullable Lease cancelled) {
    return new Answer(null, move, workAvailable, cancelled, Long.MAX_VALUE, null);
  }

  /** The same where what was enqueued is claimed already. */
  Answer withNothingToClaim() {
    return new Answer(enqueued, move, false, cancelled, Long.MAX_VALUE, claim);
  }

  Answer withClaim(Claims.Made made) {
    return new Answer(enqueued, move, workAvailable, cancelled, lowestReady, made);
  }

  Answer withLowestReady(long rank) {
    return new Answer(enqueued, move, workAvailable, cancelled, rank, claim);
  }
}
