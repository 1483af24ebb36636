package dev.cleveragents.kernel.breaker;

/** A stay in which calls are refused. */
sealed interface Barred extends State permits Open, HalfOpen {

  /** When asking again can bring another answer: the trial is due, or its outcome. */
  Moment decided(BreakerSettings settings);

  /** After somebody asked for leave to call: the trial begins, if it is due. */
  Barred asked(Moment now);

  @Override
  Barred settled(long now, BreakerSettings settings);

  @Override
  default boolean needsTime(Outcome outcome, BreakerSettings settings) {
    return true;
  }

  /** A success closes the circuit from any state; a failure has nothing left to open. */
  @Override
  default State recorded(Outcome outcome, Moment now, BreakerSettings settings) {
    return outcome == Outcome.SUCCESS ? new Closed(incarnation() + 1, 0, now) : this;
  }

  @Override
  default State reset(Moment now) {
    return new Closed(incarnation() + 1, 0, now);
  }
}
