package dev.cleveragents.kernel.job;

import java.util.Optional;

/**
 * What a store tells a session as soon as it knows, and asks it. Hints only: losing one delays work
 * until the next poll or beat, and a hint too many costs one claim. Called outside every lock; must
 * not block.
 */
public interface SessionListener {

  /** There may be something to claim now. */
  void workAvailable();

  /** Somebody asked to cancel the job that runs under this lease. */
  void cancelRequested(Lease lease, String reason);

  /**
   * Somebody in this process is about to enqueue this: a seat for it, if the session would claim it
   * and waits for work. A store need not ask; if it does, it ends the seat that it gets.
   */
  default Optional<Seat> seatFor(JobSpec spec) {
    return Optional.empty();
  }
}
