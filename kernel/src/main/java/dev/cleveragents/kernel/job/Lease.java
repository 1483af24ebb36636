package dev.cleveragents.kernel.job;

import org.jspecify.annotations.Nullable;

/**
 * The right to run one job, given by a claim. The number grows with every claim of that job and
 * never repeats, so that a store can refuse whatever comes in the name of an earlier claim: this is
 * the only fence, and every write of the owner carries it.
 *
 * @param job the job that was claimed
 * @param number which claim of that job this is, from 1
 * @param session the worker session that claimed it
 */
public record Lease(JobId job, long number, SessionId session) {

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Lease it
        && number == it.number
        && job.equals(it.job)
        && session.equals(it.session);
  }

  /** Of one job there are few leases, each with a number of its own. */
  @Override
  public int hashCode() {
    return 31 * job.hashCode() + Long.hashCode(number);
  }

  @Override
  public String toString() {
    return job + "#" + number;
  }
}
