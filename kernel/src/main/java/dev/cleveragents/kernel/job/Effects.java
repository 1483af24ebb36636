package dev.cleveragents.kernel.job;

/**
 * Writes that belong in the same transaction as a move of a job: both happen or neither does.
 * Opaque to the kernel; a database store hands out a {@link Unit} of its own that can also write.
 *
 * <p>Effects see only their unit: they must not call the store, must not block, and may be run
 * again if the transaction is.
 */
@FunctionalInterface
public interface Effects {

  /** Effects that store nothing: one object, so that a store can tell there is nothing to run. */
  Effects NONE = unit -> {};

  /** Does the writing. An exception from here undoes the move and reaches the caller of it. */
  void run(Unit unit);

  /** No effects. */
  static Effects none() {
    return NONE;
  }

  /** These, then {@code next}, in one transaction. */
  default Effects and(Effects next) {
    return unit -> {
      run(unit);
      next.run(unit);
    };
  }

  /** The transaction that a move is part of. It is over with the move. */
  interface Unit {

    /** The job as it will be after the move. */
    AsyncJob job();

    /**
     * Enqueues a job as part of this transaction; with a known idempotency key, nothing happens.
     *
     * @throws IllegalStateException once the move is made or taken back: nothing would be stored
     */
    void enqueue(JobSpec spec);
  }
}
