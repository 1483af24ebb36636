package dev.cleveragents.kernel.cancel;

import java.time.Duration;

/**
 * Why a token was cancelled: a kind for code to decide on, a reason for people to read.
 *
 * @param kind what sort of event it was
 * @param reason one sentence, not blank
 */
public record CancellationCause(Kind kind, String reason) {

  /** What sort of event cancelled a token. */
  public enum Kind {
    /** A cancel was requested. */
    REQUESTED,
    /** The time was up. */
    DEADLINE,
    /** The source was reset and has a newer token. */
    SUPERSEDED,
    /** The work the token governed is over. */
    CLOSED,
    /** The job belongs to another worker now; nothing written under the old lease counts. */
    LEASE_LOST,
    /** The process, or the part of it that ran the work, is going down. */
    SHUTDOWN
  }

  public CancellationCause {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("A cancellation needs a reason. Say in a few words why");
    }
  }

  /** A cancel was requested. */
  public static CancellationCause requested(String reason) {
    return new CancellationCause(Kind.REQUESTED, reason);
  }

  /** It was not done within {@code limit}. */
  public static CancellationCause deadline(Duration limit) {
    return new CancellationCause(Kind.DEADLINE, "not done within " + limit.toMillis() + " ms");
  }

  /** The source was reset. */
  public static CancellationCause superseded() {
    return new CancellationCause(Kind.SUPERSEDED, "replaced by a newer token of the same source");
  }

  /** The work is over. */
  public static CancellationCause closed(String reason) {
    return new CancellationCause(Kind.CLOSED, reason);
  }

  /** The job has another owner. */
  public static CancellationCause leaseLost(String reason) {
    return new CancellationCause(Kind.LEASE_LOST, reason);
  }

  /** The process is going down. */
  public static CancellationCause shutdown(String reason) {
    return new CancellationCause(Kind.SHUTDOWN, reason);
  }
}
