package dev.cleveragents.store.job.report;

/**
 * The attempts at all jobs that the store knows, ended ones until they are purged.
 *
 * @param started how often a worker has taken a job to run it
 * @param failed how many of these ended without success and counted: the body failed, or the worker
 *     died; one that was given back does not
 */
public record AttemptTotals(long started, long failed) {

  /** Of a store with no jobs. */
  public static final AttemptTotals NONE = new AttemptTotals(0, 0);
}
