package dev.cleveragents.kernel.breaker;

/**
 * A stay in which calls are refused. Immutable; every transition is a pure function that returns
 * the next value, or {@code this} where nothing changes.
 */
sealed interface BlockedState extends CircuitState permits OpenState, HalfOpenState {

  /** All outcomes so far. */
  OutcomeTotals totals();

  /** The same stay after one more outcome that moved nothing. */
  BlockedState with(OutcomeTotals totals);

  /** When asking again can bring another answer: the trial is due, or its outcome. */
  ClockReading decided(BreakerSettings settings);

  /** The state by {@code now} through the passing of time alone. */
  BlockedState settled(long now, BreakerSettings settings);

  /** After a caller asked for a permit: the trial begins, if it is due. */
  BlockedState asked(ClockReading now);

  /**
   * After an outcome, with the permit of the stay of that incarnation or with none. Without one, a
   * success closes and a failure has nothing to open; with one, only this stay's own moves it.
   */
  default CircuitState ended(
      long permit, CallOutcome outcome, ClockReading now, BreakerSettings settings) {
    OutcomeTotals counted = totals().plus(outcome);
    if (permit == incarnation()) {
      return tried(outcome, now, counted, settings);
    }
    boolean closes = permit == Circuit.NO_PERMIT && outcome == CallOutcome.SUCCESS;
    return closes ? closed(now, counted) : with(counted);
  }

  /** After the outcome of the trial that this stay issued. */
  CircuitState tried(
      CallOutcome outcome, ClockReading now, OutcomeTotals counted, BreakerSettings settings);

  /** After a success that counts, or a reset. */
  default ClosedState closed(ClockReading now, OutcomeTotals totals) {
    return ClosedState.entered(incarnation() + 1, now, totals);
  }
}
