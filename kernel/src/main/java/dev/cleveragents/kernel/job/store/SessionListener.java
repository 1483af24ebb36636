package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.Lease;

/**
 * What a store tells a session as soon as it knows. Hints only: losing one delays work until the
 * next poll or beat, and a hint too many costs one claim. Called outside every lock; must not
 * block.
 */
public interface SessionListener {

  /** There may be something to claim now. */
  void workAvailable();

  /** A cancel was requested for the job that runs under this lease. */
  void cancelRequested(Lease lease, String reason);
}
