package dev.cleveragents.kernel.job;

import org.jspecify.annotations.Nullable;

/** The answer to an attempt to move a job. */
public sealed interface MoveResult {

  /** Done, and stored with its effects; {@code job} is as it is now. */
  record Moved(AsyncJob job) implements MoveResult {}

  /**
   * Not done, and nothing was changed; {@code job} is as it is now, or null if there is none of
   * that id.
   */
  record Refused(Reason reason, @Nullable AsyncJob job) implements MoveResult {}

  /** Why a move was refused. */
  enum Reason {
    /** There is no such job (it may have been purged). */
    NOT_FOUND,
    /** The lease named is not the one the job runs under: it was lost, or has ended already. */
    LEASE_OVER,
    /** The job is not waiting to be claimed. */
    NOT_QUEUED,
    /** The job has reached its final status. */
    ALREADY_ENDED,
    /** The same was asked before and is on its way. */
    ALREADY_REQUESTED
  }

  /** Whether the move was made. */
  default boolean accepted() {
    return this instanceof Moved;
  }

  /**
   * The job after a move that cannot have been refused.
   *
   * @throws IllegalStateException if it was refused all the same
   */
  default AsyncJob orThrow() {
    return switch (this) {
      case Moved(AsyncJob job) -> job;
      case Refused refused -> throw new IllegalStateException("Refused: " + refused);
    };
  }
}
