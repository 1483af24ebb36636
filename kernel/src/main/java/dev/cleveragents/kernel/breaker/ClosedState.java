package dev.cleveragents.kernel.breaker;

/**
 * A stay in which calls are let through. How outcomes are counted changes within one stay: {@link
 * CountingState} in one word that all callers share, {@link FailureFreeState} in several places
 * while there is nothing to count but successes.
 */
abstract sealed class ClosedState implements CircuitState permits FailureFreeState, CountingState {

  private final long incarnation;
  private final ClockReading since;

  /** All outcomes before those that this object counts. */
  final OutcomeTotals before;

  ClosedState(long incarnation, ClockReading since, OutcomeTotals before) {
    this.incarnation = incarnation;
    this.since = since;
    this.before = before;
  }

  /** A new stay with no failure counted, after all that is in {@code totals}. */
  static ClosedState entered(long incarnation, ClockReading since, OutcomeTotals totals) {
    return new CountingState(incarnation, since, totals, OutcomeWord.of(0));
  }

  @Override
  public final long incarnation() {
    return incarnation;
  }

  @Override
  public final ClockReading since() {
    return since;
  }

  @Override
  public final BreakerState kind() {
    return BreakerState.CLOSED;
  }
}
