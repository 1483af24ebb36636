package dev.cleveragents.kernel.breaker;

import java.time.Duration;

/**
 * The call may not be made now.
 *
 * @param name the circuit
 * @param state why: OPEN or HALF_OPEN
 * @param retryIn OPEN: when a trial falls due. HALF_OPEN: when the trial under way is decided at
 *     the latest, which may be for another wait
 */
public record Refusal(String name, BreakerState state, Duration retryIn) implements Admission {

  /** What happened and what to do, in one sentence. */
  public String reason() {
    return state == BreakerState.OPEN
        ? "Circuit '%s' is open after repeated failures: a trial call is let through in %s"
            .formatted(name, retryIn)
        : "Circuit '%s' is being tried by another call: try again when that has ended, in %s at the latest"
            .formatted(name, retryIn);
  }
}
