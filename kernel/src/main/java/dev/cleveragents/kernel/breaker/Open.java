package dev.cleveragents.kernel.breaker;

import java.time.Duration;

/**
 * Calls are refused until {@code pause} has passed; then the first caller gets the trial.
 *
 * @param pause from {@code since} to the next trial: the wait, or zero after a cancelled trial
 * @param openFor what the next failed trial doubles
 */
record Open(long incarnation, int failures, Moment since, Duration pause, Duration openFor)
    implements Barred {

  /** The stay after {@code before}, with the trial due when {@code openFor} has passed. */
  static Open after(State before, int failures, Moment now, Duration openFor) {
    return new Open(before.incarnation() + 1, failures, now, openFor, openFor);
  }

  @Override
  public BreakerState kind() {
    return BreakerState.OPEN;
  }

  /** When a trial may begin. */
  Moment due() {
    return since.plus(pause);
  }

  @Override
  public Moment decided(BreakerSettings settings) {
    return due();
  }

  @Override
  public Barred settled(long now, BreakerSettings settings) {
    return this;
  }

  @Override
  public Barred asked(Moment now) {
    return due().reached(now.nanos())
        ? new HalfOpen(incarnation + 1, failures, now, openFor)
        : this;
  }

  /** An open circuit issues no permits, so no outcome can belong to it. */
  @Override
  public State ended(Outcome outcome, Moment now, BreakerSettings settings) {
    return this;
  }
}
