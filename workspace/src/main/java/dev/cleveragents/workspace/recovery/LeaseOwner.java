package dev.cleveragents.workspace.recovery;

/**
 * Whether a worker still runs under a lease.
 *
 * @param who for people: the worker and where it lives; empty if the lease is over
 */
public record LeaseOwner(State state, String who) {

  /** How the owner of a lease does. */
  public enum State {
    /** It may be at work. */
    ALIVE,
    /** The store does not know it yet, but its process is gone. */
    DEAD,
    /** The lease was given back, or another worker has a later one: it never returns. */
    OVER
  }

  /** Whether no worker runs under the lease any more. */
  public boolean isGone() {
    return state != State.ALIVE;
  }
}
