package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.time.TimeSource;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * The subject of the simulation: a store, and the guards of the workers on it.
 *
 * @param stores creates the store of one run
 * @param habits the guards that the workers keep
 */
record SimulationSubject(StoreFactory stores, WorkerGuards habits) {

  /** Makes an empty store on that clock and that randomness. */
  @FunctionalInterface
  interface StoreFactory {
    JobStore create(JobSettings settings, TimeSource time, RandomGenerator random);
  }

  /** The in-memory store, with every guard in place. */
  static final SimulationSubject OURS =
      new SimulationSubject(
          (settings, time, random) ->
              new InMemoryJobStore(settings, new UlidGenerator(time, random), time, random),
          WorkerGuards.GOOD);

  /** The same with a store that has something wrapped around it. */
  SimulationSubject with(UnaryOperator<JobStore> wrapping) {
    return new SimulationSubject(
        (settings, time, random) -> wrapping.apply(stores.create(settings, time, random)), habits);
  }

  /** The same with other habits. */
  SimulationSubject with(WorkerGuards habits) {
    return new SimulationSubject(stores, habits);
  }
}
