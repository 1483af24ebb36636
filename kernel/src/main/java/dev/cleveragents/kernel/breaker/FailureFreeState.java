package dev.cleveragents.kernel.breaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A closed stay in which no failure is counted. A success moves nothing then but the total, so
 * callers need not meet: each adds to one of several cells, chosen by its thread and a cache line
 * apart from the next.
 *
 * <pre>
 *   thread 1 ─▶ [ 17 ]   [ 4 ]   [ 0 ]   [ 23 ] ◀─ thread 4     together 44 successes
 *
 *   a failure:  [ 17 ✕ ] [ 4 ✕ ] [ 0 ✕ ] [ 23 ✕ ]               closed one by one, then CountingState
 * </pre>
 *
 * <p>Anything but a success ends it: all cells are closed, each keeping its count for good, and the
 * follower is a function of the counts, so that every thread would put the same one in place.
 *
 * <p>Invariant: a cell changes by compare-and-set only, by one success at a time, until it is
 * closed; closed, it never changes. The total therefore grows by one at a time, so a sum that was
 * read while callers continued was the exact total at some instant of the reading; and the sum of
 * closed cells is final. Checked by {@code PermitModelCheck} and {@code CircuitBreakerStressTest}.
 */
final class FailureFreeState extends ClosedState {

  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  /** Cells are this many longs apart: two cache lines, since neighbours are fetched in pairs. */
  private static final int STRIDE = 16;

  /** More than can run at once, so that two that run at once seldom share one; a power of two. */
  private static final int CELLS =
      Integer.highestOneBit(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 16)) * 4;

  /** Set in a cell that is closed. */
  private static final long CLOSED = Long.MIN_VALUE;

  /** Accessed through {@code CELL} only. */
  private final long[] cells = new long[(CELLS + 1) * STRIDE];

  FailureFreeState(long incarnation, ClockReading since, OutcomeTotals before) {
    super(incarnation, since, before);
  }

  /** Counts a success of that thread, unless this is over. */
  boolean succeeded(long thread) {
    int cell = at((int) thread & (CELLS - 1));
    while (true) {
      long count = (long) CELL.getVolatile(cells, cell);
      if (isClosed(count)) {
        return false;
      }
      if (CELL.compareAndSet(cells, cell, count, count + 1)) {
        return true;
      }
    }
  }

  /**
   * All outcomes so far, or all at its end if this is over: exact at some instant since the caller
   * saw that this is the circuit's state.
   */
  OutcomeTotals totals() {
    long successes = 0;
    for (int i = 0; i < CELLS; i++) {
      successes += (long) CELL.getVolatile(cells, at(i)) & ~CLOSED;
    }
    return before.plus(new OutcomeTotals(successes, 0, 0));
  }

  /** Ends the counting here and returns the follower within the same stay. */
  CountingState ended() {
    for (int i = 0; i < CELLS; i++) {
      CELL.getAndBitwiseOr(cells, at(i), CLOSED);
    }
    return new CountingState(incarnation(), since(), totals(), OutcomeWord.of(0));
  }

  private static boolean isClosed(long count) {
    return count < 0;
  }

  /** Behind one stride, which keeps the first cell away from the array's own length. */
  private static int at(int cell) {
    return (cell + 1) * STRIDE;
  }
}
