package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Seat;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The seat that an enqueue was lent: tried once, and ended once, by whoever is first. What its
 * worker throws is logged and reaches nobody who enqueues, for by then the job is stored. Both
 * flags are atomic: the lane tries and leaves, the enqueuer ends.
 */
final class Lent {

  private static final Logger log = LoggerFactory.getLogger(Lent.class);

  private final Seat seat;
  private final AtomicBoolean tried = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();

  Lent(Seat seat) {
    this.seat = seat;
  }

  /** Whether a claim may be tried for it, which is so once, and not after it was left. */
  boolean isFirstTry() {
    return !ended.get() && tried.compareAndSet(false, true);
  }

  Claims.Wanted wanted() {
    return new Claims.Wanted(seat.session(), seat.filter(), 1, seat::started);
  }

  /** The claim is stored. */
  void claimed(ClaimResult result) {
    end(() -> seat.claimed(result));
  }

  /** Nothing was claimed for it, or nobody knows; does nothing where something was. */
  void left() {
    end(seat::left);
  }

  private void end(Runnable ending) {
    if (ended.compareAndSet(false, true)) {
      try {
        ending.run();
      } catch (Throwable e) {
        log.error("A worker failed when its seat was given back", e);
      }
    }
  }
}
