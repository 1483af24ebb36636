package dev.cleveragents.kernel.breaker;

/** How many calls of one circuit ended how, since it exists. */
record OutcomeTotals(long successes, long failures, long cancelled) {

  static final OutcomeTotals NONE = new OutcomeTotals(0, 0, 0);

  OutcomeTotals plus(CallOutcome outcome) {
    return switch (outcome) {
      case SUCCESS -> new OutcomeTotals(successes + 1, failures, cancelled);
      case FAILURE -> new OutcomeTotals(successes, failures + 1, cancelled);
      case CANCELLED -> new OutcomeTotals(successes, failures, cancelled + 1);
    };
  }

  OutcomeTotals plus(OutcomeTotals more) {
    return new OutcomeTotals(
        successes + more.successes, failures + more.failures, cancelled + more.cancelled);
  }
}
