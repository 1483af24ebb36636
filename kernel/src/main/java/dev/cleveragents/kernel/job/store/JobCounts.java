package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs a store holds, all counted at one moment.
 *
 * @param byStatus the number of jobs in each status, zeros included
 * @param delayed how many of the queued ones are not due yet
 * @param oldestWaiting for how long the longest-waiting queued job has been due, or null if none is
 */
public record JobCounts(
    Map<AsyncJobStatus, Integer> byStatus, int delayed, @Nullable Duration oldestWaiting) {

  public JobCounts {
    byStatus = Map.copyOf(byStatus);
  }

  /** The number of jobs in this status. */
  public int of(AsyncJobStatus status) {
    return byStatus.getOrDefault(status, 0);
  }

  /** All jobs. */
  public int total() {
    return byStatus.values().stream().mapToInt(Integer::intValue).sum();
  }
}
