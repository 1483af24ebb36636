package dev.cleveragents.kernel.breaker;

import java.time.Duration;

/**
 * One trial is under way since {@code since}; its outcome decides. A trial that brings none by its
 * deadline counts as failed at that moment, whenever it is noticed.
 *
 * @param openFor what a failed trial doubles
 */
record HalfOpen(long incarnation, int failures, Moment since, Duration openFor) implements Barred {

  @Override
  public BreakerState kind() {
    return BreakerState.HALF_OPEN;
  }

  /** When the trial counts as lost. */
  @Override
  public Moment decided(BreakerSettings settings) {
    return since.plus(settings.trialDeadline());
  }

  @Override
  public Barred settled(long now, BreakerSettings settings) {
    Moment deadline = decided(settings);
    return deadline.reached(now) ? failed(deadline, settings) : this;
  }

  /** The one trial is taken. */
  @Override
  public Barred asked(Moment now) {
    return this;
  }

  @Override
  public State ended(Outcome outcome, Moment now, BreakerSettings settings) {
    return switch (outcome) {
      case SUCCESS -> new Closed(incarnation + 1, 0, now);
      case FAILURE -> failed(now, settings);
      case CANCELLED -> new Open(incarnation + 1, failures, now, Duration.ZERO, openFor);
    };
  }

  private Barred failed(Moment at, BreakerSettings settings) {
    return Open.after(this, failures, at, settings.waitAfter(openFor));
  }
}
