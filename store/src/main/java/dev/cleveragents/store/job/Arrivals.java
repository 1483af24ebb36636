package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.ClaimResult.Claimed;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.Work;
import java.util.List;
import java.util.Objects;

/**
 * Stores new jobs, many in one transaction. One that comes alone and was {@link Lent} a seat is
 * also claimed, for a worker of this process that waits for work: it starts after one commit. Only
 * in the first try: where the claim has met trouble the job is stored like any other and found by a
 * poll, so that whoever enqueues waits for claims no longer than one lock may take.
 *
 * <p>Locks are taken in the order of any enqueue: the idempotency key, then the keys.
 */
record Arrivals(Moves moves, Claims claims) implements Work<Request.Enqueue, Answer> {

  @Override
  public Track track() {
    return Track.ENQUEUES;
  }

  /** While this is tried, claims of the worker that lent the seat may go on. */
  @Override
  public void delayed(Request.Enqueue arrival) {
    arrival.leaveSeat();
  }

  @Override
  public List<Answer> run(Transaction transaction, List<Request.Enqueue> arrivals) {
    Lent lent = arrivals.size() == 1 ? arrivals.getFirst().lent() : null;
    if (lent != null && lent.isFirstTry()) {
      return List.of(storeAndClaim(transaction, arrivals.getFirst(), lent));
    }
    arrivals.forEach(Request.Enqueue::leaveSeat);
    return moves.makeAndAnnounce(transaction, arrivals);
  }

  private Answer storeAndClaim(Transaction transaction, Request.Enqueue arrival, Lent lent) {
    Answer answer = moves.make(transaction, List.of(arrival)).getFirst();
    if (!answer.workAvailable()) {
      return answer;
    }
    Claims.Made made = claims.make(transaction, lent.wanted(), answer.lowestReady());
    if (hasClaimed(made, Objects.requireNonNull(answer.enqueued()).job().id())) {
      return answer.withClaim(made).withNothingToClaim();
    }
    moves.announce(transaction, List.of(answer));
    return answer.withClaim(made);
  }

  private static boolean hasClaimed(Claims.Made made, JobId job) {
    return made.result() instanceof Claimed claimed
        && claimed.jobs().stream().anyMatch(it -> it.id().equals(job));
  }
}
