package dev.cleveragents.kernel.breaker;

import java.time.Duration;

/**
 * Calls are refused until {@code pause} has passed; then the first caller gets the trial.
 *
 * @param pause from {@code since} to the next trial: the wait, or zero after a cancelled trial
 * @param openFor the wait, which the next failed trial doubles
 */
record Open(long incarnation, Moment since, Totals totals, Duration pause, Duration openFor)
    implements Barred {

  /** A stay with the trial due when {@code openFor} has passed. */
  static Open entered(long incarnation, Moment now, Totals totals, Duration openFor) {
    return new Open(incarnation, now, totals, openFor, openFor);
  }

  @Override
  public BreakerState kind() {
    return BreakerState.OPEN;
  }

  @Override
  public Open with(Totals changed) {
    return new Open(incarnation, since, changed, pause, openFor);
  }

  /** When a trial may begin. */
  @Override
  public Moment decided(BreakerSettings settings) {
    return due();
  }

  Moment due() {
    return since.plus(pause);
  }

  @Override
  public Barred settled(long now, BreakerSettings settings) {
    return this;
  }

  @Override
  public Barred asked(Moment now) {
    return due().reached(now.nanos()) ? new HalfOpen(incarnation + 1, now, totals, openFor) : this;
  }

  /** An open circuit issues no permit, so none can move it. */
  @Override
  public State tried(Outcome outcome, Moment now, Totals counted, BreakerSettings settings) {
    return with(counted);
  }
}
