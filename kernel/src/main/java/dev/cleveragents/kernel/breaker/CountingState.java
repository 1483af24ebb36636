package dev.cleveragents.kernel.breaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A closed stay that counts all outcomes in one word (see {@link OutcomeWord}); the failure in a
 * row that reaches the threshold ends the counting.
 *
 * <p>Invariant: {@code word} changes by compare-and-set only, from a word that is not over. So a
 * word that is over is final, and the follower is a function of it: any thread that meets such a
 * word can put the follower in place, and all would put the same.
 */
final class CountingState extends ClosedState {

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(CountingState.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long word;

  CountingState(long incarnation, ClockReading since, OutcomeTotals before, long word) {
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
  OutcomeTotals totals(long word) {
    return before.plus(OutcomeWord.totals(word));
  }

  /** The follower of the final {@code word}; where it was only full, the same stay continues. */
  CircuitState follower(long word, ClockReading now, BreakerSettings settings) {
    OutcomeTotals totals = totals(word);
    if (OutcomeWord.isTripped(word)) {
      return OpenState.entered(incarnation() + 1, now, totals, settings.openFor());
    }
    if (OutcomeWord.isReset(word)) {
      return ClosedState.entered(incarnation() + 1, since(), totals);
    }
    return OutcomeWord.isCalm(word)
        ? new FailureFreeState(incarnation(), since(), totals)
        : new CountingState(
            incarnation(), since(), totals, OutcomeWord.of(OutcomeWord.failuresInARow(word)));
  }
}
