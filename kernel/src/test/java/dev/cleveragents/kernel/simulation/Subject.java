package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.time.TimeSource;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * What is put to the test: a store, and the habits of the workers on it.
 *
 * @param stores makes the store of one run
 * @param habits what the workers do
 */
record Subject(StoreFactory stores, Habits habits) {

  /** Makes an empty store on that clock and that randomness. */
  @FunctionalInterface
  interface StoreFactory {
    JobStore create(JobSettings settings, TimeSource time, RandomGenerator random);
  }

  /** The in-memory store, with every guard in place. */
  static final Subject OURS =
      new Subject(
          (settings, time, random) ->
              new InMemoryJobStore(settings, new UlidGenerator(time, random), time, random),
          Habits.GOOD);

  /** The same with a store that has something wrapped around it. */
  Subject with(UnaryOperator<JobStore> wrapping) {
    return new Subject(
        (settings, time, random) -> wrapping.apply(stores.create(settings, time, random)), habits);
  }

  /** The same with other habits. */
  Subject with(Habits habits) {
    return new Subject(stores, habits);
  }
}
