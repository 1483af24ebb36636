package dev.cleveragents.kernel.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The health of a worker at one moment.
 *
 * @param worker its name
 * @param state its state
 * @param capacity the most bodies it may run at once
 * @param running how many run now
 * @param counts what it has done since its creation
 * @param errorsInARow how many errors of the store came since its last answer
 * @param lastError the message of the last one, or null if there was none
 * @param lastErrorAt when that was, for people
 * @param sinceBeat how long ago the last answered beat was sent, or null if none was answered
 * @param sincePoll how long ago it last got an answer when asking for work, or null if it never did
 */
public record WorkerHealthReport(
    String worker,
    WorkerState state,
    int capacity,
    int running,
    Map<Tally, Long> counts,
    int errorsInARow,
    @Nullable String lastError,
    @Nullable Instant lastErrorAt,
    @Nullable Duration sinceBeat,
    @Nullable Duration sincePoll) {

  /** What is counted. */
  public enum Tally {
    /** Jobs claimed. */
    CLAIMED,
    /** Runs that ended in success. */
    SUCCEEDED,
    /** Runs that failed, to be tried again or for good. */
    FAILED,
    /** Runs that ended as cancelled. */
    CANCELLED,
    /** Runs given back. */
    RELEASED,
    /** Runs whose end the store refused because the lease was over. */
    REFUSED,
    /** Jobs of dead sessions brought back. */
    RECOVERED
  }

  public WorkerHealthReport {
    counts = Map.copyOf(counts);
  }

  /** Whether it works as it should: running, and the store answers. */
  public boolean healthy() {
    return state == WorkerState.RUNNING && errorsInARow == 0;
  }

  /** How many of these. */
  public long count(Tally tally) {
    return counts.getOrDefault(tally, 0L);
  }
}
