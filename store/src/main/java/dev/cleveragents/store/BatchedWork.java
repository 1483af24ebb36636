package dev.cleveragents.store;

import java.util.List;

/**
 * A kind of unit of work that is run many at a time: a {@link GroupCommitWriter} hands over what
 * has gathered, in one transaction. It may be run again, with the same inputs or with fewer, so it
 * must change nothing but the database; and it decides about an input before it writes anything for
 * it.
 *
 * @param <I> what one unit asks for
 * @param <O> what it is answered, after the commit
 */
public interface BatchedWork<I, O> {

  /** Which of two goes first when both wait. */
  enum Urgency {
    /** Says that a session lives, ends a run, asks for a cancel. */
    FIRST,
    /** Everything else. */
    NEXT
  }

  /** Where it runs; in a database with one writer all lanes are one. */
  enum Lane {
    BEATS,
    CLAIMS,
    ENQUEUES,
    MOVES
  }

  /** Where it runs. */
  default Lane lane() {
    return Lane.MOVES;
  }

  /** How urgent it is. */
  default Urgency urgencyOf(I input) {
    return Urgency.NEXT;
  }

  /**
   * Does the work of all inputs and returns the answers in their order.
   *
   * @throws UnitFailedException if one of them cannot be done: the others are run again without it
   */
  List<O> run(Transaction transaction, List<I> inputs);

  /** Says which unit of many could not be done, and why; its caller gets the cause. */
  final class UnitFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int index;
    private final transient Throwable reason;

    /**
     * @param index its place among the inputs
     * @param reason what its caller is to get
     */
    public UnitFailedException(int index, Throwable reason) {
      super(reason);
      this.index = index;
      this.reason = reason;
    }

    int index() {
      return index;
    }

    Throwable reason() {
      return reason;
    }
  }
}
