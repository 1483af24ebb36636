package dev.cleveragents.kernel.breaker;

/**
 * A stay in which calls are refused. Immutable; every transition is a pure function that returns
 * the next value, or {@code this} where nothing changes.
 */
sealed interface Barred extends State permits Open, HalfOpen {

  /** All outcomes so far. */
  Totals totals();

  /** The same stay after one more outcome that moved nothing. */
  Barred with(Totals totals);

  /** When asking again can bring another answer: the trial is due, or its outcome. */
  Moment decided(BreakerSettings settings);

  /** What this stay has become by {@code now} through the passing of time alone. */
  Barred settled(long now, BreakerSettings settings);

  /** After somebody asked for leave to call: the trial begins, if it is due. */
  Barred asked(Moment now);

  /**
   * After an outcome, with the permit of the stay of that incarnation or with none. Without one, a
   * success closes and a failure has nothing to open; with one, only this stay's own moves it.
   */
  default State ended(long permit, Outcome outcome, Moment now, BreakerSettings settings) {
    Totals counted = totals().plus(outcome);
    if (permit == incarnation()) {
      return tried(outcome, now, counted, settings);
    }
    boolean closes = permit == Circuit.NO_PERMIT && outcome == Outcome.SUCCESS;
    return closes ? closed(now, counted) : with(counted);
  }

  /** After the outcome of the trial that this stay issued. */
  State tried(Outcome outcome, Moment now, Totals counted, BreakerSettings settings);

  /** After a success that counts, or a reset. */
  default Closed closed(Moment now, Totals totals) {
    return Closed.entered(incarnation() + 1, now, totals);
  }
}
