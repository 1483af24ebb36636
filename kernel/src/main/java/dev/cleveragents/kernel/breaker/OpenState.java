package dev.cleveragents.kernel.breaker;

import java.time.Duration;

/**
 * Calls are refused until {@code pause} has passed; then the first caller gets the trial.
 *
 * @param pause from {@code since} to the next trial: the wait, or zero after a cancelled trial
 * @param openFor the wait, which the next failed trial doubles
 */
record OpenState(
    long incarnation, ClockReading since, OutcomeTotals totals, Duration pause, Duration openFor)
    implements BlockedState {

  /** A stay with the trial due when {@code openFor} has passed. */
  static OpenState entered(
      long incarnation, ClockReading now, OutcomeTotals totals, Duration openFor) {
    return new OpenState(incarnation, now, totals, openFor, openFor);
  }

  @Override
  public BreakerState kind() {
    return BreakerState.OPEN;
  }

  @Override
  public OpenState with(OutcomeTotals changed) {
    return new OpenState(incarnation, since, changed, pause, openFor);
  }

  /** When a trial may begin. */
  @Override
  public ClockReading decided(BreakerSettings settings) {
    return due();
  }

  ClockReading due() {
    return since.plus(pause);
  }

  @Override
  public BlockedState settled(long now, BreakerSettings settings) {
    return this;
  }

  @Override
  public BlockedState asked(ClockReading now) {
    return due().reached(now.nanos())
        ? new HalfOpenState(incarnation + 1, now, totals, openFor)
        : this;
  }

  /** An open circuit issues no permit, so none can move it. */
  @Override
  public CircuitState tried(
      CallOutcome outcome, ClockReading now, OutcomeTotals counted, BreakerSettings settings) {
    return with(counted);
  }
}
