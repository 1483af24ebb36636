package dev.cleveragents.kernel.breaker;

/**
 * One stay of a circuit in one state. Immutable; every transition is a pure function that returns
 * the next stay, or {@code this} where nothing moves.
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
sealed interface State permits Closed, Barred {

  /** The number of this stay; counting failures does not change it, entering a state does. */
  long incarnation();

  /** Failures in a row that were counted in CLOSED, up to those that opened the circuit. */
  int failures();

  /** When this stay began. */
  Moment since();

  BreakerState kind();

  /** Whether {@link #recorded} or {@link #ended} with this outcome depends on the time. */
  boolean needsTime(Outcome outcome, BreakerSettings settings);

  /** What this stay has become by {@code now} through the passing of time alone. */
  State settled(long now, BreakerSettings settings);

  /** After an outcome that was reported without a permit. */
  State recorded(Outcome outcome, Moment now, BreakerSettings settings);

  /** After the outcome of a permit that this stay issued. */
  State ended(Outcome outcome, Moment now, BreakerSettings settings);

  /** After a reset: always a new stay, so that permits issued before it move nothing. */
  State reset(Moment now);
}
