package dev.cleveragents.kernel.breaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Calls flow; outcomes are counted in one word (see {@link Tally}), and the failure in a row that
 * reaches the threshold ends the counting.
 *
 * <p>Invariant: {@code word} changes by compare-and-set only, from a word that is not over. So a
 * word that is over is final, and what follows this stay is a function of it: whoever meets such a
 * word can put the follower in place, and all would put the same.
 */
final class Closed implements State {

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(Closed.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long incarnation;
  private final Moment since;
  private final Totals before;
  private volatile long word;

  private Closed(long incarnation, Moment since, Totals before, int failuresInARow) {
    this.incarnation = incarnation;
    this.since = since;
    this.before = before;
    word = Tally.of(failuresInARow);
  }

  /** A new stay with no failure counted, after all that is in {@code totals}. */
  static Closed entered(long incarnation, Moment since, Totals totals) {
    return new Closed(incarnation, since, totals, 0);
  }

  @Override
  public long incarnation() {
    return incarnation;
  }

  @Override
  public Moment since() {
    return since;
  }

  @Override
  public BreakerState kind() {
    return BreakerState.CLOSED;
  }

  long word() {
    return word;
  }

  boolean replace(long expected, long next) {
    return WORD.compareAndSet(this, expected, next);
  }

  /** All outcomes up to the one that made it {@code word}. */
  Totals totals(long word) {
    return before.plus(Tally.totals(word));
  }

  /** What follows the final {@code word}; where it was only full, the same stay goes on. */
  State follower(long word, Moment now, BreakerSettings settings) {
    Totals totals = totals(word);
    if (Tally.isTripped(word)) {
      return Open.entered(incarnation + 1, now, totals, settings.openFor());
    }
    return Tally.isReset(word)
        ? new Closed(incarnation + 1, since, totals, 0)
        : new Closed(incarnation, since, totals, Tally.failuresInARow(word));
  }
}
