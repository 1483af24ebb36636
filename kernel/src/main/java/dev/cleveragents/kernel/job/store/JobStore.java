package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobEnding;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.job.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Keeps jobs and makes their moves. Every move is one atomic step that either happens whole, with
 * its effects, or not at all. Returned jobs are values. Any number of threads may call it.
 *
 * <p>A job is started by {@link #claim} and by nothing else. The worker that claimed it writes in
 * the name of its lease: a lease that is over is refused. A worker opens a session, beats, and
 * loses its jobs when it is found dead.
 *
 * <p>Every implementation passes {@code JobStoreContract}.
 */
public interface JobStore {

  /**
   * How many jobs one claim postpones at most: a worker that can start nothing must not postpone
   * the whole queue.
   */
  int MOST_POSTPONED = 100;

  /** What {@link #enqueue} did. */
  record Enqueued(AsyncJob job, boolean created) {}

  /**
   * Stores a job. If one with the same idempotency key is kept already, that one is the answer,
   * {@code created} is false, and the effects are not run.
   */
  Enqueued enqueue(JobSpec spec, Effects effects);

  /** Stores a job with no effects beside it. */
  default Enqueued enqueue(JobSpec spec) {
    return enqueue(spec, Effects.none());
  }

  /** Opens a session: the right to claim, for as long as it beats. */
  SessionId openSession(SessionRequest request, SessionListener listener);

  /**
   * Starts up to {@code limit} of the due jobs that match, best rank first, as far as their keys
   * are free and the session's capacity allows: moves them QUEUED → RUNNING and returns them, in
   * one step with the effects of their start. A job whose start effects throw is postponed, and the
   * claim continues with the next one until it has postponed {@link #MOST_POSTPONED}.
   */
  ClaimResult claim(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started);

  /** Claims with no effects. */
  default ClaimResult claim(SessionId session, ClaimFilter filter, int limit) {
    return claim(session, filter, limit, job -> Effects.none());
  }

  /** Records that the session is alive, and returns which of its jobs are to be cancelled. */
  HeartbeatReply beat(SessionId session);

  /**
   * Ends the run under this lease as the table of {@link RunOutcome} says. The effects are stored
   * with it; unless the outcome is a success, so are those of the type's {@link JobEnding}.
   *
   * @throws IllegalArgumentException for {@link RunOutcome.WorkerDied}, which no owner can report
   */
  MoveResult finish(Lease lease, RunOutcome outcome, Effects effects);

  /** The run succeeded. */
  default MoveResult complete(Lease lease, Effects effects) {
    return finish(lease, new RunOutcome.Succeeded(), effects);
  }

  /** The run failed. */
  default MoveResult fail(Lease lease, String message, Effects effects) {
    return finish(lease, new RunOutcome.Failed(message), effects);
  }

  /** The run is given back unfinished. */
  default MoveResult release(Lease lease, String reason, Effects effects) {
    return finish(lease, new RunOutcome.Released(reason), effects);
  }

  /**
   * Asks for a job to end. A queued one is cancelled and never starts; of a running one the request
   * is stored and its owner is notified at once. Asking again changes nothing.
   */
  MoveResult requestCancel(JobId job, String reason, Effects effects);

  /** The sessions that are open, and those that are over but still have jobs to recover. */
  List<WorkerSession> sessions();

  /**
   * Ends a session if its beat is still {@code seenBeat} (or if it is over already), and recovers
   * its jobs as {@link RunOutcome.WorkerDied}, each in a step of its own.
   */
  SessionEnd endSession(SessionId session, long seenBeat);

  /** Closes a session of one's own: over at once; jobs still running under it are released. */
  SessionEnd closeSession(SessionId session);

  /** The job of this id. */
  Optional<AsyncJob> get(JobId id);

  /** The jobs that match, newest first. */
  List<AsyncJob> list(JobQuery query);

  /** How many there are. */
  JobCounts counts();

  /**
   * Deletes up to {@code limit} jobs that ended more than {@code age} ago, the longest ended first,
   * with their idempotency keys. Returns how many.
   */
  int purge(Duration age, int limit);
}
