package dev.cleveragents.kernel.job;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One job as it was when it was read: an immutable value. Only a move of the store changes the job;
 * copies never change.
 *
 * @param id its id
 * @param spec what was asked for
 * @param rank its place in the queue, fixed at enqueue: lower is earlier
 * @param status its status
 * @param attempts how many counted attempts have ended without success
 * @param leases how many times it has been claimed; the number of the latest lease
 * @param owner the session that runs it, only while RUNNING
 * @param cancelReason the reason given with a cancel request, or null if there was none
 * @param message the message of its last attempt: why it failed, was released or was cancelled
 * @param times when things happened to it
 */
public record AsyncJob(
    JobId id,
    JobSpec spec,
    long rank,
    AsyncJobStatus status,
    int attempts,
    long leases,
    @Nullable SessionId owner,
    @Nullable String cancelReason,
    @Nullable String message,
    JobTimes times) {

  /** The order of the queue: by rank, then by age. */
  public static final Comparator<AsyncJob> QUEUE_ORDER =
      (one, other) -> {
        int byRank = Long.compare(one.rank, other.rank);
        return byRank != 0 ? byRank : one.id.compareTo(other.id);
      };

  public AsyncJob {
    if ((owner != null) != (status == AsyncJobStatus.RUNNING)) {
      throw new IllegalArgumentException(
          "A job has an owner exactly while it is RUNNING: " + id + " is " + status);
    }
  }

  /** The type of its body. */
  public String type() {
    return spec.type();
  }

  /** Whether a cancel was requested. */
  public boolean cancelRequested() {
    return cancelReason != null;
  }

  /**
   * The lease it runs under.
   *
   * @throws IllegalStateException if it is not RUNNING
   */
  public Lease lease() {
    if (owner == null) {
      throw new IllegalStateException("Job " + id + " is " + status + ": it has no lease");
    }
    return new Lease(id, leases, owner);
  }

  /** Whether it runs under exactly this lease. */
  public boolean isRunningUnder(Lease lease) {
    return owner != null && lease.equals(lease());
  }

  AsyncJob started(SessionId session) {
    return new AsyncJob(
        id,
        spec,
        rank,
        AsyncJobStatus.RUNNING,
        attempts,
        leases + 1,
        session,
        cancelReason,
        message,
        times);
  }

  AsyncJob stopped(AsyncJobStatus next) {
    return new AsyncJob(id, spec, rank, next, attempts, leases, null, cancelReason, message, times);
  }

  AsyncJob withAttempts(int attempts) {
    return new AsyncJob(
        id, spec, rank, status, attempts, leases, owner, cancelReason, message, times);
  }

  AsyncJob withCancelReason(String reason) {
    return new AsyncJob(id, spec, rank, status, attempts, leases, owner, reason, message, times);
  }

  AsyncJob withMessage(@Nullable String message) {
    return new AsyncJob(
        id, spec, rank, status, attempts, leases, owner, cancelReason, message, times);
  }

  AsyncJob withTimes(JobTimes times) {
    return new AsyncJob(
        id, spec, rank, status, attempts, leases, owner, cancelReason, message, times);
  }
}
