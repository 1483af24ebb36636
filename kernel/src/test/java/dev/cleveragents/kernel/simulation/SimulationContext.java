package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What all parts of one run share: the clock, the random numbers, the fault profile, the covered
 * events, and, if requested, the trace.
 */
final class SimulationContext {

  final ManualTime time = new ManualTime();
  final RandomGenerator random;
  final Map<CoveredEvent, Integer> sightings = new EnumMap<>(CoveredEvent.class);
  private final Set<String> dead = new HashSet<>();
  private final List<String> trace = new ArrayList<>();
  private final boolean traced;
  private final long start = time.nanos();
  private FaultProfile weather;

  SimulationContext(RandomGenerator random, FaultProfile weather, boolean traced) {
    this.random = random;
    this.weather = weather;
    this.traced = traced;
  }

  long now() {
    return time.nanos();
  }

  Duration sinceStart() {
    return Duration.ofNanos(now() - start);
  }

  FaultProfile weather() {
    return weather;
  }

  void clearUp() {
    weather = FaultProfile.CALM;
    note(() -> "======== no more faults from here on");
  }

  /** True once in so many times. */
  boolean once(int in) {
    return random.nextInt(in) == 0;
  }

  Duration upTo(Duration most) {
    return Duration.ofMillis(random.nextLong(most.toMillis() + 1));
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** The process of that name is gone. */
  void died(String process) {
    dead.add(process);
  }

  boolean hasDied(String process) {
    return dead.contains(process);
  }

  void saw(CoveredEvent sighting) {
    sightings.merge(sighting, 1, Integer::sum);
  }

  void note(Supplier<String> line) {
    if (traced) {
      trace.add("%9.3f s  %s".formatted(sinceStart().toNanos() / 1e9, line.get()));
    }
  }

  List<String> trace() {
    return List.copyOf(trace);
  }
}
