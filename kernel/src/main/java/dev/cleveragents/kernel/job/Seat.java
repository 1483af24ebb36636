package dev.cleveragents.kernel.job;

/**
 * A place that a worker keeps for a job while somebody in its process enqueues one. The store may
 * then claim for that worker in the very step that stores the new job, which spares a lone job a
 * second commit and the way through a poll. It is a claim like any other, of at most one job, under
 * the same rules and in the same order: where a better job waits, that one gets the seat.
 *
 * <p>Whoever was given a seat ends it, by one call of {@link #claimed} or {@link #left}: until then
 * its slot is taken.
 */
public interface Seat {

  /** For whom to claim. */
  SessionId session();

  /** Which jobs it is for. */
  ClaimFilter filter();

  /** What is stored with the start of this job. */
  Effects started(AsyncJob job);

  /**
   * The claim is stored and was answered so; what was claimed is started, or given back if the
   * worker closes meanwhile.
   */
  void claimed(ClaimResult result);

  /** Nothing was claimed, or nobody knows: then a beat finds what was. Does not block. */
  void left();
}
