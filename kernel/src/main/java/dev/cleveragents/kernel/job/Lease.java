package dev.cleveragents.kernel.job;

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
  public String toString() {
    return job + "#" + number;
  }
}
