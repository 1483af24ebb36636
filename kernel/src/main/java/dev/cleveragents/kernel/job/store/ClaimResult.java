package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.AsyncJob;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a claim. */
public sealed interface ClaimResult {

  /**
   * The session may run these now.
   *
   * @param jobs the jobs claimed, in the order of their rank, each RUNNING under a lease
   * @param postponed jobs that were next but whose start effects failed: put off, not claimed
   * @param nextDueIn how long until the next delayed job falls due, or null if none waits
   */
  record Claimed(List<AsyncJob> jobs, List<AsyncJob> postponed, @Nullable Duration nextDueIn)
      implements ClaimResult {

    public Claimed {
      jobs = List.copyOf(jobs);
      postponed = List.copyOf(postponed);
    }
  }

  /** The session has been closed or found dead: it can claim nothing more. */
  record SessionOver() implements ClaimResult {}
}
