package dev.cleveragents.kernel.breaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A closed stay that counts all outcomes in one word (see {@link Tally}); the failure in a row that
 * reaches the threshold ends the counting.
 *
 * <p>Invariant: {@code word} changes by compare-and-set only, from a word that is not over. So a
 * word that is over is final, and what follows this stay is a function of it: whoever meets such a
 * word can put the follower in place, and all would put the same.
 */
final class Counting extends Closed {

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(Counting.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long word;

  Counting(long incarnation, Moment since, Totals before, long word) {
    super(incarnation, since, before);
    this.word = word;
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
      return Open.entered(incarnation() + 1, now, totals, settings.openFor());
    }
    if (Tally.isReset(word)) {
      return Closed.entered(incarnation() + 1, since(), totals);
    }
    return Tally.isCalm(word)
        ? new Calm(incarnation(), since(), totals)
        : new Counting(incarnation(), since(), totals, Tally.of(Tally.failuresInARow(word)));
  }
}
