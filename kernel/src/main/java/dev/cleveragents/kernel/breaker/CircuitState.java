package dev.cleveragents.kernel.breaker;

/**
 * One stay of a circuit in one state.
 *
 * <pre>
 *            failures in a row reach the threshold
 *   CLOSED ──────────────────────────────────────────▶ OPEN ◀─────────────┐
 *     ▲  ▲                                              │                 │ trial failed or lost:
 *     │  │   success reported without a permit          │ wait over,      │ the wait is doubled;
 *     │  └──────────────────────────────────────────────┤ one caller      │ trial cancelled:
 *     │                                                 ▼ gets the trial  │ due again at once
 *     └──────────────────────────────────────────── HALF_OPEN ────────────┘
 *                      trial succeeded
 * </pre>
 *
 * <p>The incarnation grows with every entry into a state, so no two stays of one circuit share a
 * number, and the outcome of a permit is matched to the stay that issued it.
 */
sealed interface CircuitState permits ClosedState, BlockedState {

  /** The number of this stay; counting does not change it, entering a state does. */
  long incarnation();

  /** When this stay began. */
  ClockReading since();

  BreakerState kind();
}
