package dev.cleveragents.kernel.breaker;

/** How many calls of one circuit ended how, since it exists. */
record Totals(long successes, long failures, long cancelled) {

  static final Totals NONE = new Totals(0, 0, 0);

  Totals plus(Outcome outcome) {
    return switch (outcome) {
      case SUCCESS -> new Totals(successes + 1, failures, cancelled);
      case FAILURE -> new Totals(successes, failures + 1, cancelled);
      case CANCELLED -> new Totals(successes, failures, cancelled + 1);
    };
  }

  Totals plus(Totals more) {
    return new Totals(
        successes + more.successes, failures + more.failures, cancelled + more.cancelled);
  }
}
