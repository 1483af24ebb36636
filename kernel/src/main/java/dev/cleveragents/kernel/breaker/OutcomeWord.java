package dev.cleveragents.kernel.breaker;

/**
 * What a closed circuit counts, packed into one 64-bit word so that a compare-and-set of the word
 * counts an outcome, and its effect on the failures in a row, in one step and without an object:
 *
 * <pre>
 *   63    62       33…43         22…32      11…21     0…10
 *   reset tripped  failures in   cancelled  failures  successes
 *                  a row
 * </pre>
 *
 * <p>A word is over when one of its highest bits is set: it was reset, it tripped, or one of the
 * three totals is full. Nothing is ever counted in a word that is over. Pure functions only.
 */
final class OutcomeWord {

  /** Failures in a row that fit, with room to spare. */
  static final int MAX_THRESHOLD = 1_000;

  /** One total is full, and the word over, when it reaches this. */
  static final int FULL = 1 << 10;

  private static final int TOTAL_BITS = 11;
  private static final int ROW_SHIFT = 3 * TOTAL_BITS;
  private static final long TOTAL_MASK = (1L << TOTAL_BITS) - 1;
  private static final long ROW_MASK = ((1L << 11) - 1) << ROW_SHIFT;
  private static final long TRIPPED = 1L << 62;
  private static final long RESET = 1L << 63;
  private static final long OVER =
      RESET
          | TRIPPED
          | one(CallOutcome.SUCCESS) * FULL
          | one(CallOutcome.FAILURE) * FULL
          | one(CallOutcome.CANCELLED) * FULL;

  private OutcomeWord() {}

  /** A word with nothing counted yet after this many failures in a row. */
  static long of(int failuresInARow) {
    return (long) failuresInARow << ROW_SHIFT;
  }

  /** The word after an outcome that moves the failures in a row. */
  static long counted(long word, CallOutcome outcome, int threshold) {
    long next = added(word, outcome);
    return switch (outcome) {
      case SUCCESS -> next & ~ROW_MASK;
      case FAILURE -> failedAgain(next, threshold);
      case CANCELLED -> next;
    };
  }

  /** The word after an outcome that moves nothing. */
  static long added(long word, CallOutcome outcome) {
    return word + one(outcome);
  }

  /** The word after a reset. */
  static long reset(long word) {
    return word | RESET;
  }

  static boolean isOver(long word) {
    return (word & OVER) != 0;
  }

  static boolean isTripped(long word) {
    return (word & TRIPPED) != 0;
  }

  static boolean isReset(long word) {
    return (word & RESET) != 0;
  }

  /** Whether the word is full of successes, with nothing else in it and no failure in a row. */
  static boolean isCalm(long word) {
    return word == one(CallOutcome.SUCCESS) * FULL;
  }

  static int failuresInARow(long word) {
    return (int) ((word & ROW_MASK) >>> ROW_SHIFT);
  }

  static OutcomeTotals totals(long word) {
    return new OutcomeTotals(
        total(word, CallOutcome.SUCCESS),
        total(word, CallOutcome.FAILURE),
        total(word, CallOutcome.CANCELLED));
  }

  private static long failedAgain(long word, int threshold) {
    long next = word + (1L << ROW_SHIFT);
    return failuresInARow(next) < threshold ? next : next | TRIPPED;
  }

  private static long one(CallOutcome outcome) {
    return 1L << shift(outcome);
  }

  private static long total(long word, CallOutcome outcome) {
    return (word >>> shift(outcome)) & TOTAL_MASK;
  }

  private static int shift(CallOutcome outcome) {
    return switch (outcome) {
      case SUCCESS -> 0;
      case FAILURE -> TOTAL_BITS;
      case CANCELLED -> 2 * TOTAL_BITS;
    };
  }
}
