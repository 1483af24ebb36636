package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.ClaimResult.Claimed;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.Seat;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Stores a job and claims for a worker of this process, which waits for work, in the same
 * transaction: a lone job starts after one commit. Only for a job that comes alone, and only in the
 * first try: where others come too, or the claim has met trouble, it is stored like any other and
 * found by the poll. So whoever enqueues never waits for claims longer than one lock may take.
 */
record Arrivals(Moves enqueues, Claims claims) implements Work<Arrivals.Arrival, Arrivals.Arrived> {

  /**
   * A job that has a seat.
   *
   * @param untried whether its transaction is run for the first time
   */
  record Arrival(Request.Enqueue enqueue, Claims.Wanted wanted, AtomicBoolean untried) {

    static Arrival of(Request.Enqueue enqueue, Seat seat) {
      return new Arrival(
          enqueue,
          new Claims.Wanted(seat.session(), seat.filter(), 1, seat::started),
          new AtomicBoolean(true));
    }
  }

  /**
   * What became of it.
   *
   * @param claim what the seat's session got, unless nothing was claimed
   */
  record Arrived(Answer answer, Claims.@Nullable Made claim) {}

  @Override
  public Track track() {
    return enqueues.track();
  }

  @Override
  public List<Arrived> run(Transaction transaction, List<Arrival> arrivals) {
    if (arrivals.size() == 1 && arrivals.getFirst().untried.getAndSet(false)) {
      return List.of(storeAndClaim(transaction, arrivals.getFirst()));
    }
    List<Request> requests = new ArrayList<>();
    arrivals.forEach(arrival -> requests.add(arrival.enqueue));
    return enqueues.run(transaction, requests).stream()
        .map(answer -> new Arrived(answer, null))
        .toList();
  }

  private Arrived storeAndClaim(Transaction transaction, Arrival arrival) {
    // Before any effects, as in a claim: two that take locks in another order wait for each other.
    KeyBoard.lockIn(transaction);
    Answer answer = enqueues.make(transaction, List.of(arrival.enqueue)).getFirst();
    if (!answer.workAvailable()) {
      return new Arrived(answer, null);
    }
    Claims.Made made = claims.make(transaction, arrival.wanted, answer.lowestReady());
    if (hasClaimed(made, arrival, answer)) {
      return new Arrived(answer.withNothingToClaim(), made);
    }
    enqueues.announce(transaction, List.of(answer));
    return new Arrived(answer, made);
  }

  /** Whether it was the new job that was claimed, and no other came with it. */
  private static boolean hasClaimed(Claims.Made made, Arrival arrival, Answer answer) {
    return made.result() instanceof Claimed claimed
        && answer.enqueued() != null
        && claimed.jobs().stream().anyMatch(job -> job.id().equals(answer.enqueued().job().id()))
        && arrival.enqueue.effects().equals(Effects.none());
  }
}
