package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.job.MoveResult.Moved;
import dev.cleveragents.kernel.job.MoveResult.Reason;
import dev.cleveragents.kernel.job.MoveResult.Refused;
import dev.cleveragents.kernel.job.RunOutcome.Failed;
import dev.cleveragents.kernel.job.RunOutcome.Released;
import dev.cleveragents.kernel.job.RunOutcome.Succeeded;
import dev.cleveragents.kernel.job.RunOutcome.WorkerDied;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The job protocol as pure functions: from a job and what happens to it to the job that follows, or
 * a refusal. Every store makes its moves by these functions or is checked against them; none of
 * them reads a clock, a random number or anything else but its arguments.
 *
 * <p>The fence is in {@link #finish}: only the lease the job runs under may end the run.
 */
public final class JobProtocol {

  /**
   * How much waiting one step of priority is worth. A job of priority 5 goes before one of priority
   * 0 that was due up to five minutes earlier. A job that has waited longer goes first, so no job
   * waits for ever.
   */
  public static final Duration PRIORITY_STEP = Duration.ofMinutes(1);

  /** The longest delay that is kept exactly, a hundred years; longer ones are cut to it. */
  public static final Duration LONGEST_DELAY = Duration.ofDays(36_500);

  private JobProtocol() {}

  /** How long a job whose start failed is postponed at least, whatever its retry policy says. */
  private static final Duration SHORTEST_POSTPONEMENT = Duration.ofSeconds(1);

  /** The job that enqueuing makes. */
  public static AsyncJob enqueue(JobId id, JobSpec spec, Instant now) {
    Instant due = now.plus(min(spec.delay(), LONGEST_DELAY));
    long rank = due.toEpochMilli() - spec.priority() * PRIORITY_STEP.toMillis();
    JobTimes times = new JobTimes(now, due, null, null);
    return new AsyncJob(id, spec, rank, AsyncJobStatus.QUEUED, 0, 0, null, null, null, times);
  }

  /** Starts a queued job under its next lease. Due time and keys are the store's to check. */
  public static MoveResult claim(AsyncJob job, SessionId session, Instant now) {
    if (job.status() != AsyncJobStatus.QUEUED) {
      return new Refused(Reason.NOT_QUEUED, job);
    }
    return new Moved(job.started(session).withTimes(job.times().started(now)));
  }

  /**
   * Ends the run under {@code lease} as the table of {@link RunOutcome} says.
   *
   * @param jitter from 0 up to 1, shortens the wait before a retry
   */
  public static MoveResult finish(
      AsyncJob job, Lease lease, RunOutcome outcome, Instant now, double jitter) {
    if (!job.isRunningUnder(lease)) {
      return new Refused(Reason.LEASE_OVER, job);
    }
    int attempts = job.attempts() + (counts(outcome) ? 1 : 0);
    AsyncJobStatus next = statusAfter(job, outcome, attempts);
    JobTimes times =
        next.isTerminal()
            ? job.times().ended(now)
            : job.times().due(now.plus(waitBeforeRetry(job, outcome, attempts, jitter)));
    return new Moved(
        job.stopped(next)
            .withAttempts(attempts)
            .withMessage(messageOf(job, outcome))
            .withTimes(times));
  }

  /**
   * Stores that a job is to be cancelled: a queued one is cancelled at once, of a running one the
   * request is kept and its owner ends it.
   */
  public static MoveResult requestCancel(AsyncJob job, String reason, Instant now) {
    if (job.status().isTerminal()) {
      return new Refused(Reason.ALREADY_ENDED, job);
    }
    if (job.cancelRequested()) {
      return new Refused(Reason.ALREADY_REQUESTED, job);
    }
    AsyncJob requested = job.withCancelReason(reason);
    if (job.status() == AsyncJobStatus.RUNNING) {
      return new Moved(requested);
    }
    return new Moved(
        requested
            .stopped(AsyncJobStatus.CANCELLED)
            .withMessage(reason)
            .withTimes(job.times().ended(now)));
  }

  /**
   * Postpones a queued job because the effects of its start failed. It keeps its attempts and waits
   * as long as its policy's longest wait, but at least a second, so that it does not block others.
   */
  public static AsyncJob postpone(AsyncJob job, String message, Instant now) {
    Duration wait = max(job.spec().retry().maxWait(), SHORTEST_POSTPONEMENT);
    return job.withMessage(message).withTimes(job.times().due(now.plus(wait)));
  }

  private static boolean counts(RunOutcome outcome) {
    return outcome instanceof Failed || outcome instanceof WorkerDied;
  }

  private static AsyncJobStatus statusAfter(AsyncJob job, RunOutcome outcome, int attempts) {
    if (outcome instanceof Succeeded) {
      return AsyncJobStatus.SUCCEEDED;
    }
    if (job.cancelRequested()) {
      return AsyncJobStatus.CANCELLED;
    }
    boolean last = attempts >= job.spec().retry().maxAttempts();
    return counts(outcome) && last ? AsyncJobStatus.FAILED : AsyncJobStatus.QUEUED;
  }

  private static Duration waitBeforeRetry(
      AsyncJob job, RunOutcome outcome, int attempts, double jitter) {
    return outcome instanceof Failed
        ? job.spec().retry().waitAfter(attempts, jitter)
        : Duration.ZERO;
  }

  private static @Nullable String messageOf(AsyncJob job, RunOutcome outcome) {
    return switch (outcome) {
      case Succeeded() -> job.cancelRequested() ? "succeeded before it could be cancelled" : null;
      case Failed(String message) -> message;
      case Released(String reason) -> reason;
      case WorkerDied() -> "its worker died (lease " + job.leases() + ")";
    };
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
