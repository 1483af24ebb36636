package dev.cleveragents.kernel.breaker;

/** Where a circuit stands, in the words of the electrician: closed means that calls flow. */
public enum BreakerState {
  /** Calls are let through and failures in a row are counted. */
  CLOSED,
  /** Calls are refused until the wait is over. */
  OPEN,
  /** One trial call is under way; all others are refused. */
  HALF_OPEN
}
