package dev.cleveragents.store.job.report;

/**
 * Attempts at all jobs in the store; ended jobs count until they are purged.
 *
 * @param started how often a worker has claimed a job
 * @param failed how many attempts ended because the body failed or the worker died; a released run
 *     does not count
 */
public record AttemptTotals(long started, long failed) {

  /** The totals of an empty store. */
  public static final AttemptTotals NONE = new AttemptTotals(0, 0);
}
