package dev.cleveragents.kernel.breaker;

/**
 * The state of a circuit, named as for an electric one: closed means that calls are let through.
 */
public enum BreakerState {
  /** Calls are let through and failures in a row are counted. */
  CLOSED,
  /** Calls are refused until the wait is over. */
  OPEN,
  /** One trial call is under way; all others are refused. */
  HALF_OPEN
}
