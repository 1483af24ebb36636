package dev.cleveragents.kernel.breaker;

/**
 * All that is known of one circuit at one instant: its state and how many calls ended how. One
 * value, so that whoever reads it sees state and totals that belong together.
 */
record Status(State state, long successes, long failures, long cancelled) {

  /** The next value after one more outcome. */
  Status counting(Outcome outcome, State next) {
    return switch (outcome) {
      case SUCCESS -> new Status(next, successes + 1, failures, cancelled);
      case FAILURE -> new Status(next, successes, failures + 1, cancelled);
      case CANCELLED -> new Status(next, successes, failures, cancelled + 1);
    };
  }

  /** The next value after a change of state that is no outcome. */
  Status moved(State next) {
    return new Status(next, successes, failures, cancelled);
  }
}
