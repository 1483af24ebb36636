package dev.cleveragents.kernel.job;

/**
 * The status of a job.
 *
 * <pre>
 *              claim                    success
 *   QUEUED ─────────────▶ RUNNING ─────────────────▶ SUCCEEDED
 *     ▲ │                  │ │ │     last failure
 *     │ │  retry, release, │ │ └───────────────────▶ FAILED
 *     └─┼──── dead worker ─┘ │  ended with a cancel
 *       └────────────────────┴─────────────────────▶ CANCELLED
 *          cancel
 * </pre>
 */
public enum AsyncJobStatus {
  /** Waits to be claimed. */
  QUEUED,
  /** Claimed: exactly one lease may write. */
  RUNNING,
  /** Its body returned and its effects are stored. */
  SUCCEEDED,
  /** Its last allowed attempt failed. */
  FAILED,
  /** Ended by a cancel request. */
  CANCELLED;

  /** Whether a job in this status can ever move again. */
  public boolean isTerminal() {
    return this == SUCCEEDED || this == FAILED || this == CANCELLED;
  }

  /** The transition table: whether a job may go from this status to {@code next} in one move. */
  public boolean canBecome(AsyncJobStatus next) {
    return switch (this) {
      case QUEUED -> next == RUNNING || next == CANCELLED;
      case RUNNING -> next != RUNNING;
      case SUCCEEDED, FAILED, CANCELLED -> false;
    };
  }
}
