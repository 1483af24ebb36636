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
 * How the queue and its workers do.
 *
 * @param counts how many jobs there are
 * @param retrying how many wait to be tried again
 * @param attempts the attempts at all jobs that are kept
 * @param endedLastMinute how many ended within the last minute, by how they ended
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

  /** Whether a worker is there that may take a job. */
  public boolean hasWorker() {
    return sessions.stream().anyMatch(session -> !session.gone());
  }

  /**
   * One worker.
   *
   * @param gone whether it was found dead or its process on this machine is no more; its jobs will
   *     be taken over
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
