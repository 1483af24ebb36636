package dev.cleveragents.runtime;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.store.job.report.AttemptTotals;
import dev.cleveragents.store.machine.HostName;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The state of the queue and its workers.
 *
 * @param counts the number of jobs by status
 * @param retrying the number of jobs that wait for a retry
 * @param attempts the attempts of all jobs in the store
 * @param endedLastMinute the jobs that ended within the last minute, by status
 * @param sessions the workers
 */
public record QueueStatus(
    JobCounts counts,
    int retrying,
    AttemptTotals attempts,
    Map<AsyncJobStatus, Integer> endedLastMinute,
    List<Session> sessions) {

  public QueueStatus {
    endedLastMinute = Map.copyOf(endedLastMinute);
    sessions = List.copyOf(sessions);
  }

  /** Whether a live worker may claim a job. */
  public boolean hasWorker() {
    return sessions.stream().anyMatch(session -> !session.gone());
  }

  /**
   * One worker.
   *
   * @param gone whether it was declared dead, or its process on this machine has ended; other
   *     workers take over its jobs
   */
  public record Session(
      String id,
      String worker,
      String host,
      long pid,
      long beat,
      int running,
      int capacity,
      Instant openedAt,
      boolean gone) {

    static Session of(WorkerSession session) {
      return new Session(
          session.id().toString(),
          session.worker(),
          HostName.forPeople(session.process().host()),
          session.process().pid(),
          session.beat(),
          session.running(),
          session.capacity(),
          session.openedAt(),
          session.over() || session.process().isGoneFrom(HostName.current()));
    }
  }
}
