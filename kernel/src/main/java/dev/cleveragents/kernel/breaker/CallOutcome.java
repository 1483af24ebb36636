package dev.cleveragents.kernel.breaker;

/** How a call ended, as far as the breaker cares. */
enum CallOutcome {
  SUCCESS,
  FAILURE,
  CANCELLED
}
