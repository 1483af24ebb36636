package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.Maker;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.WorkerSession;
import dev.cleveragents.store.Host;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.util.List;
import java.util.Optional;

/**
 * Tells who works under which lease. That a lease is over never changes again, for its number only
 * grows; so what is done upon that answer is safe whatever happens meanwhile. Keeps nothing itself.
 */
final class Owners {

  private final DatabaseJobStore jobs;

  Owners(DatabaseJobStore jobs) {
    this.jobs = jobs;
  }

  /** The sessions whose process is certainly gone, but of which the store does not know it yet. */
  List<WorkerSession> dead() {
    return jobs.sessions().stream().filter(Owners::isDead).toList();
  }

  private static boolean isDead(WorkerSession session) {
    return session.over() || new Maker(session.process()).isGone();
  }

  /** Whose lease this is, written {@code <job>#<number>}; empty if the store has no such job. */
  Optional<Owner> of(String lease) {
    int hash = lease.indexOf('#');
    if (hash < 0 || !lease.substring(hash + 1).matches("[0-9]{1,18}")) {
      return Optional.empty();
    }
    return job(lease.substring(0, hash))
        .map(job -> owner(job, Long.parseLong(lease.substring(hash + 1))));
  }

  /** Whether somebody may still work under a lease. */
  boolean isWorkedUnder(String lease) {
    return of(lease).filter(owner -> !owner.isGone()).isPresent();
  }

  /** Who runs a job now; empty if the store has no such job. */
  Optional<Owner> ofJob(JobId id) {
    return jobs.get(id).map(job -> owner(job, job.leases()));
  }

  private Optional<AsyncJob> job(String id) {
    try {
      return jobs.get(new JobId(Ulid.parse(id)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Owner owner(AsyncJob job, long number) {
    if (job.owner() == null || job.leases() != number) {
      return new Owner(Owner.State.OVER, "");
    }
    return jobs.sessions().stream()
        .filter(session -> session.id().equals(job.owner()))
        .findFirst()
        .map(
            session ->
                new Owner(
                    isDead(session) ? Owner.State.DEAD : Owner.State.ALIVE,
                    "%s, process %d on %s"
                        .formatted(
                            session.worker(),
                            session.process().pid(),
                            Host.forPeople(session.process().host()))))
        .orElseGet(() -> new Owner(Owner.State.DEAD, "a worker that has no session any more"));
  }
}
