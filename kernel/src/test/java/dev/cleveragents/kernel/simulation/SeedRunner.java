package dev.cleveragents.kernel.simulation;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Runs the simulation for many seeds. With {@code -Dsimulation.seed=N} only that one is run, and
 * its trace printed.
 */
final class SeedRunner {

  private static final String ONE_SEED = "simulation.seed";
  private static final int LINES_OF_A_FAILURE = 400;

  private SeedRunner() {}

  /** Runs seeds 1 to {@code count}; what they met, all together. Fails on the first violation. */
  static Map<CoveredEvent, Integer> run(
      int count, FaultProfile weather, SimulationSubject subject) {
    Map<CoveredEvent, Integer> met = new EnumMap<>(CoveredEvent.class);
    Optional<Long> only = only();
    long[] seeds =
        only.map(seed -> new long[] {seed})
            .orElseGet(() -> LongStream.rangeClosed(1, count).toArray());
    for (long seed : seeds) {
      Simulation simulation = new Simulation(seed, weather, subject, only.isPresent());
      try {
        simulation.run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(told(seed, weather, subject, e), e);
      } finally {
        simulation.world().trace().forEach(System.out::println);
      }
      simulation.world().sightings.forEach((what, times) -> met.merge(what, times, Integer::sum));
    }
    return met;
  }

  /** Whether {@link #run} runs one seed only. */
  static Optional<Long> only() {
    return Optional.ofNullable(Long.getLong(ONE_SEED));
  }

  /** The first violation that one of so many seeds finds. */
  static Optional<InvariantViolation> firstViolation(
      int count, FaultProfile weather, SimulationSubject subject) {
    for (long seed = 1; seed <= count; seed++) {
      try {
        new Simulation(seed, weather, subject, false).run();
      } catch (InvariantViolation violation) {
        return Optional.of(violation);
      }
    }
    return Optional.empty();
  }

  /** The steps of one seed, as far as it goes. */
  static List<String> trace(long seed, FaultProfile weather, SimulationSubject subject) {
    Simulation simulation = new Simulation(seed, weather, subject, true);
    try {
      simulation.run();
    } catch (RuntimeException | AssertionError e) {
      simulation.world().note(() -> "!!!!!!!! " + e.getMessage());
    }
    return simulation.world().trace();
  }

  private static String told(
      long seed, FaultProfile weather, SimulationSubject subject, Throwable error) {
    List<String> steps = trace(seed, weather, subject);
    List<String> last = steps.subList(Math.max(0, steps.size() - LINES_OF_A_FAILURE), steps.size());
    return """
        Seed %d, %s: %s
        The last of %d steps:
        %s
        Again, with all steps: -Dtest=SimulationTest -D%s=%d\
        """
        .formatted(
            seed,
            weather,
            error.getMessage(),
            steps.size(),
            String.join("\n", last),
            ONE_SEED,
            seed);
  }
}
