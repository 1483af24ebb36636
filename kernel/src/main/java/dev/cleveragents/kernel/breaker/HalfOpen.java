package dev.cleveragents.kernel.breaker;

import java.time.Duration;

/**
 * One trial is under way since {@code since}; its outcome decides. A trial that brings none by its
 * deadline counts as failed at that moment, whenever it is noticed.
 *
 * @param openFor the wait, which a failed trial doubles
 */
record HalfOpen(long incarnation, Moment since, Totals totals, Duration openFor) implements Barred {

  @Override
  public BreakerState kind() {
    return BreakerState.HALF_OPEN;
  }

  @Override
  public HalfOpen with(Totals changed) {
    return new HalfOpen(incarnation, since, changed, openFor);
  }

  /** When the trial counts as lost. */
  @Override
  public Moment decided(BreakerSettings settings) {
    return since.plus(settings.trialDeadline());
  }

  @Override
  public Barred settled(long now, BreakerSettings settings) {
    Moment deadline = decided(settings);
    return deadline.reached(now) ? failed(deadline, totals, settings) : this;
  }

  /** The one trial is taken. */
  @Override
  public Barred asked(Moment now) {
    return this;
  }

  @Override
  public State tried(Outcome outcome, Moment now, Totals counted, BreakerSettings settings) {
    return switch (outcome) {
      case SUCCESS -> closed(now, counted);
      case FAILURE -> failed(now, counted, settings);
      case CANCELLED -> new Open(incarnation + 1, now, counted, Duration.ZERO, openFor);
    };
  }

  private Open failed(Moment at, Totals counted, BreakerSettings settings) {
    return Open.entered(incarnation + 1, at, counted, settings.openForAfter(openFor));
  }
}
