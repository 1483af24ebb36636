package dev.cleveragents.workspace.recovery;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.files.MakerProcess;
import java.util.List;
import java.util.Optional;

/**
 * Tells who works under which lease. That a lease is over never changes again, for its number only
 * grows; so what is done upon that answer is safe whatever happens meanwhile. Keeps nothing itself.
 */
public final class LeaseOwners {

  private final DatabaseJobStore jobs;

  public LeaseOwners(DatabaseJobStore jobs) {
    this.jobs = jobs;
  }

  /** The sessions whose process is certainly gone, but of which the store does not know it yet. */
  public List<WorkerSession> dead() {
    return jobs.sessions().stream().filter(LeaseOwners::isDead).toList();
  }

  private static boolean isDead(WorkerSession session) {
    return session.over() || new MakerProcess(session.process()).isGone();
  }

  /** Whose lease this is, written {@code <job>#<number>}; empty if the store has no such job. */
  public Optional<LeaseOwner> of(String lease) {
    int hash = lease.indexOf('#');
    if (hash < 0 || !lease.substring(hash + 1).matches("[0-9]{1,18}")) {
      return Optional.empty();
    }
    return job(lease.substring(0, hash))
        .map(job -> owner(job, Long.parseLong(lease.substring(hash + 1))));
  }

  /** Whether a worker may still run under a lease. */
  public boolean isWorkedUnder(String lease) {
    return of(lease).filter(owner -> !owner.isGone()).isPresent();
  }

  /** Who runs a job now; empty if the store has no such job. */
  public Optional<LeaseOwner> ofJob(JobId id) {
    return jobs.get(id).map(job -> owner(job, job.leases()));
  }

  private Optional<AsyncJob> job(String id) {
    try {
      return jobs.get(new JobId(Ulid.parse(id)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private LeaseOwner owner(AsyncJob job, long number) {
    if (job.owner() == null || job.leases() != number) {
      return new LeaseOwner(LeaseOwner.State.OVER, "");
    }
    return jobs.sessions().stream()
        .filter(session -> session.id().equals(job.owner()))
        .findFirst()
        .map(
            session ->
                new LeaseOwner(
                    isDead(session) ? LeaseOwner.State.DEAD : LeaseOwner.State.ALIVE,
                    "%s, process %d on %s"
                        .formatted(
                            session.worker(),
                            session.process().pid(),
                            HostName.forPeople(session.process().host()))))
        .orElseGet(() -> new LeaseOwner(LeaseOwner.State.DEAD, "a worker whose session has ended"));
  }
}
