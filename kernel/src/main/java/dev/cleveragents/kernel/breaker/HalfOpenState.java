package dev.cleveragents.kernel.breaker;

import java.time.Duration;

/**
 * One trial is under way since {@code since}; its outcome decides. A trial that brings none by its
 * deadline counts as failed at that moment, whenever it is noticed.
 *
 * @param openFor the wait, which a failed trial doubles
 */
record HalfOpenState(long incarnation, ClockReading since, OutcomeTotals totals, Duration openFor)
    implements BlockedState {

  @Override
  public BreakerState kind() {
    return BreakerState.HALF_OPEN;
  }

  @Override
  public HalfOpenState with(OutcomeTotals changed) {
    return new HalfOpenState(incarnation, since, changed, openFor);
  }

  /** When the trial counts as lost. */
  @Override
  public ClockReading decided(BreakerSettings settings) {
    return since.plus(settings.trialDeadline());
  }

  @Override
  public BlockedState settled(long now, BreakerSettings settings) {
    ClockReading deadline = decided(settings);
    return deadline.reached(now) ? failed(deadline, totals, settings) : this;
  }

  /** The one trial is taken. */
  @Override
  public BlockedState asked(ClockReading now) {
    return this;
  }

  @Override
  public CircuitState tried(
      CallOutcome outcome, ClockReading now, OutcomeTotals counted, BreakerSettings settings) {
    return switch (outcome) {
      case SUCCESS -> closed(now, counted);
      case FAILURE -> failed(now, counted, settings);
      case CANCELLED -> new OpenState(incarnation + 1, now, counted, Duration.ZERO, openFor);
    };
  }

  private OpenState failed(ClockReading at, OutcomeTotals counted, BreakerSettings settings) {
    return OpenState.entered(incarnation + 1, at, counted, settings.openForAfter(openFor));
  }
}
