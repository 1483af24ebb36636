package dev.cleveragents.store;

import java.util.List;

/**
 * A kind of work of which many units run in one transaction: a {@link GroupCommitWriter} passes all
 * that are waiting. It may run again with the same or fewer inputs. So it must change nothing but
 * the database, and must decide about an input before it writes anything for it.
 *
 * @param <I> the input of one unit
 * @param <O> its answer, given after the commit
 */
public interface BatchedWork<I, O> {

  /** The order in which waiting units run. */
  enum Urgency {
    /** Heartbeats, ends of runs and cancel requests. */
    FIRST,
    /** Everything else. */
    NEXT
  }

  /** The lane, a thread with its own connection. A database with one writer has one lane. */
  enum Lane {
    BEATS,
    CLAIMS,
    ENQUEUES,
    MOVES
  }

  /** The lane in which it runs. */
  default Lane lane() {
    return Lane.MOVES;
  }

  /** How urgent a unit with this input is. */
  default Urgency urgencyOf(I input) {
    return Urgency.NEXT;
  }

  /**
   * Processes all inputs and returns the answers in their order.
   *
   * @throws UnitFailedException if one input fails: the others run again without it
   */
  List<O> run(Transaction transaction, List<I> inputs);

  /** Reports which unit of many failed, and why; its caller gets the cause. */
  final class UnitFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int index;
    private final transient Throwable reason;

    /**
     * @param index its place among the inputs
     * @param reason thrown to the caller of that unit
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
