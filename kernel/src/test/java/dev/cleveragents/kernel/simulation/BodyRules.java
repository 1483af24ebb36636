package dev.cleveragents.kernel.simulation;

import static dev.cleveragents.kernel.simulation.InvariantViolation.unless;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.simulation.InvariantViolation.Rule;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What must hold of bodies: one per lease, never more at once than their worker has room for, and
 * two of one job at once only where a process may freeze or die. Where nothing goes wrong, every
 * claim runs its body unless its job was cancelled before, and no job runs without need.
 */
final class BodyRules {

  private final SimulationContext world;
  private final FaultProfile weather;
  private final Map<Lease, SimulatedWorker> running = new LinkedHashMap<>();
  private final Map<JobId, Integer> started = new HashMap<>();
  private final Map<JobId, Integer> givenBack = new HashMap<>();
  private final Set<Lease> everStarted = new HashSet<>();

  BodyRules(SimulationContext world) {
    this.world = world;
    this.weather = world.weather();
  }

  void started(SimulatedWorker worker, AsyncJob job) {
    boolean alone = running.keySet().stream().noneMatch(lease -> lease.job().equals(job.id()));
    unless(
        alone || weather.hurtsProcesses(),
        Rule.ONE_BODY,
        "two bodies of %s at once, though no process froze or died",
        job.spec().payload());
    if (!alone) {
      world.saw(CoveredEvent.BODIES_OVERLAPPED);
    }
    running.put(job.lease(), worker);
    unless(
        everStarted.add(job.lease()),
        Rule.ONE_BODY,
        "a second body of %s under one lease",
        job.spec().payload());
    started.merge(job.id(), 1, Integer::sum);
    long here = running.values().stream().filter(worker::equals).count();
    unless(
        here <= worker.capacity(),
        Rule.CAPACITY,
        "%d bodies at once in %s, which has room for %d",
        here,
        worker.name,
        worker.capacity());
  }

  /** A body that was cancelled before its start is not run. */
  void givenBack(AsyncJob job) {
    givenBack.merge(job.id(), 1, Integer::sum);
  }

  void ended(AsyncJob job) {
    running.remove(job.lease());
  }

  void died(SimulatedWorker worker) {
    running.values().removeIf(worker::equals);
  }

  void checkEnd(Collection<AsyncJob> jobs) {
    for (AsyncJob job : jobs) {
      int bodies = started.getOrDefault(job.id(), 0);
      int cancelledBefore =
          job.status() == AsyncJobStatus.CANCELLED ? givenBack.getOrDefault(job.id(), 0) : 0;
      int needed = job.attempts() + (job.status() == AsyncJobStatus.SUCCEEDED ? 1 : 0);
      unless(
          bodies <= job.leases(), Rule.ONE_BODY, "%d bodies of %s", bodies, job.spec().payload());
      unless(
          weather != FaultProfile.CALM
              || (bodies == needed && bodies + cancelledBefore == job.leases()),
          Rule.ONE_BODY,
          "%d bodies of %s under %d leases, but %d attempts",
          bodies,
          job.spec().payload(),
          job.leases(),
          needed);
    }
  }
}
