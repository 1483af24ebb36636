package dev.cleveragents.kernel.breaker;

/**
 * A stay in which calls flow. How outcomes are counted changes within one stay: {@link Counting} in
 * one word that all callers share, {@link Calm} in several places while there is nothing to count
 * but successes.
 */
abstract sealed class Closed implements State permits Calm, Counting {

  private final long incarnation;
  private final Moment since;

  /** All outcomes before those that this object counts. */
  final Totals before;

  Closed(long incarnation, Moment since, Totals before) {
    this.incarnation = incarnation;
    this.since = since;
    this.before = before;
  }

  /** A new stay with no failure counted, after all that is in {@code totals}. */
  static Closed entered(long incarnation, Moment since, Totals totals) {
    return new Counting(incarnation, since, totals, Tally.of(0));
  }

  @Override
  public final long incarnation() {
    return incarnation;
  }

  @Override
  public final Moment since() {
    return since;
  }

  @Override
  public final BreakerState kind() {
    return BreakerState.CLOSED;
  }
}
