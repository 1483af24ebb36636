package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.store.ClaimFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The workers of one run, including those that are gone. */
final class SimulatedWorkers {

  private static final int AT_ONCE = 3;
  private static final int IN_ALL = 8;

  private final SimulationContext world;
  private final SimulatedNetwork wire;
  private final InvariantChecker referee;
  private final WorkerGuards habits;
  private final List<SimulatedWorker> all = new ArrayList<>();

  SimulatedWorkers(
      SimulationContext world,
      SimulatedNetwork wire,
      InvariantChecker referee,
      WorkerGuards habits) {
    this.world = world;
    this.wire = wire;
    this.referee = referee;
    this.habits = habits;
  }

  void startAll() {
    int first = world.once(6) ? 1 : AT_ONCE - world.random.nextInt(2);
    for (int i = 0; i < first; i++) {
      startOne(someFilter());
    }
  }

  List<SimulatedWorker> all() {
    return all;
  }

  /** Those that have not died, also closing ones. */
  List<SimulatedWorker> living() {
    return all.stream().filter(worker -> !worker.isDead()).toList();
  }

  /** Those that claim. */
  List<SimulatedWorker> working() {
    return all.stream().filter(worker -> !worker.isDead() && !worker.isClosing()).toList();
  }

  /** Another one, as after a restart, if there is room. */
  void startAnother() {
    if (working().size() < AT_ONCE && all.size() < IN_ALL) {
      startOne(someFilter());
    }
  }

  void kill(SimulatedWorker worker) {
    world.saw(CoveredEvent.WORKER_KILLED);
    world.note(() -> worker.name + " is killed");
    worker.die();
    referee.bodies().died(worker);
  }

  /** Resumes the frozen workers, and ensures that a worker for each kind of job exists. */
  void clearUp() {
    all.forEach(worker -> worker.pauseUntil(0));
    if (working().stream().noneMatch(SimulatedWorker::servesAll)) {
      startOne(ClaimFilter.ofTypes(SimulatedClient.WORK));
    }
  }

  /** Everything, or now and then one group, as a command in the foreground does. */
  private ClaimFilter someFilter() {
    return new ClaimFilter(
        Set.of(SimulatedClient.WORK), world.once(5) ? SimulatedClient.GROUP : null);
  }

  private void startOne(ClaimFilter filter) {
    String name = "worker-" + all.size();
    all.add(new SimulatedWorker(name, world, wire, referee, habits).start(filter));
  }
}
