package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import java.util.List;
import java.util.Map;

/**
 * The result of ending a session.
 *
 * @param ended whether the session is over now; false if its beat had moved on, and then nothing
 *     was done
 * @param recovered its jobs, as they are now: queued again, failed or cancelled
 * @param stuck jobs whose ending effects threw, with what they threw: still RUNNING, and tried
 *     again by the next end of this session
 */
public record SessionEnd(
    boolean ended, List<AsyncJob> recovered, Map<JobId, RuntimeException> stuck) {

  public SessionEnd {
    recovered = List.copyOf(recovered);
    stuck = Map.copyOf(stuck);
  }
}
