package dev.cleveragents.kernel.breaker;

/** Calls flow; failures in a row are counted, and the one that reaches the threshold opens. */
record Closed(long incarnation, int failures, Moment since) implements State {

  @Override
  public BreakerState kind() {
    return BreakerState.CLOSED;
  }

  @Override
  public boolean needsTime(Outcome outcome, BreakerSettings settings) {
    return outcome == Outcome.FAILURE && failures + 1 >= settings.failureThreshold();
  }

  @Override
  public State settled(long now, BreakerSettings settings) {
    return this;
  }

  @Override
  public State recorded(Outcome outcome, Moment now, BreakerSettings settings) {
    return ended(outcome, now, settings);
  }

  @Override
  public State ended(Outcome outcome, Moment now, BreakerSettings settings) {
    return switch (outcome) {
      case SUCCESS -> failures == 0 ? this : new Closed(incarnation, 0, since);
      case FAILURE ->
          failures + 1 < settings.failureThreshold()
              ? new Closed(incarnation, failures + 1, since)
              : Open.after(this, failures + 1, now, settings.openFor());
      case CANCELLED -> this;
    };
  }

  /** A circuit that was closed stays closed since when it was. */
  @Override
  public State reset(Moment now) {
    return new Closed(incarnation + 1, 0, since);
  }
}
