package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.JobQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Random things to do to a store, chosen so that they get in each other's way. */
final class RandomJobs {

  private static final List<String> TYPES = List.of("a", "b", "c");
  private static final List<String> GROUPS = List.of("g1", "g2");
  private static final List<String> KEYS = List.of("k1", "k2", "k3", "pool2", "pool3");
  private static final KeyLimits LIMITS = new KeyLimits(Map.of("pool2", 2, "pool3", 3));
  private static final List<Duration> TIMES =
      List.of(
          Duration.ofMillis(1),
          Duration.ofMillis(700),
          Duration.ofSeconds(2),
          Duration.ofSeconds(31),
          Duration.ofMinutes(2),
          Duration.ofMinutes(6));

  private final Random random;
  private boolean endingsBroken;
  private int named;

  RandomJobs(long seed) {
    this.random = new Random(seed);
  }

  /** Endings of type b enqueue something now and then, and throw while they are broken. */
  JobSettings settings() {
    JobEnding ending =
        (job, status) ->
            unit -> {
              if (endingsBroken) {
                throw new IllegalStateException("ending");
              }
              if (numberOf(job) % 4 == 0) {
                unit.enqueue(JobSpec.of("a").withPayload("1").withKeys("k1"));
              }
            };
    return new JobSettings(LIMITS, Map.of("b", ending));
  }

  private static int numberOf(AsyncJob job) {
    return Integer.parseInt(job.spec().payload());
  }

  void breakOrRepairEndings() {
    endingsBroken = oneIn(3);
  }

  void stopFailingEndings() {
    endingsBroken = false;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  <T> T oneOf(List<T> things) {
    return things.get(random.nextInt(things.size()));
  }

  Duration time() {
    return oneOf(TIMES);
  }

  JobSpec spec() {
    JobSpec spec =
        JobSpec.of(oneOf(TYPES))
            .withPayload(String.valueOf(named++))
            .withKeys(some(KEYS, 3).toArray(String[]::new))
            .withPriority(below(5) - 2)
            .withRetry(new RetryPolicy(1 + below(3), Duration.ofSeconds(1), Duration.ofMinutes(1)));
    if (oneIn(2)) {
      spec = spec.withGroup(oneOf(GROUPS));
    }
    if (oneIn(4)) {
      spec = spec.withDelay(time());
    }
    return oneIn(8) ? spec.withIdempotencyKey("once " + below(4)) : spec;
  }

  ClaimFilter filter() {
    Set<String> types = new HashSet<>(oneIn(3) ? some(TYPES, 2) : TYPES);
    return new ClaimFilter(types, oneIn(3) ? oneOf(GROUPS) : null);
  }

  Effects effects() {
    if (oneIn(8)) {
      return unit -> {
        throw new IllegalStateException("effects");
      };
    }
    if (oneIn(6)) {
      JobSpec next = spec();
      return unit -> unit.enqueue(next);
    }
    return Effects.none();
  }

  /** Effects of a start: some jobs cannot be started the first time. */
  static Effects started(AsyncJob job) {
    if (numberOf(job) % 7 == 3 && job.message() == null) {
      throw new IllegalStateException("start");
    }
    return numberOf(job) % 11 == 5
        ? unit -> unit.enqueue(JobSpec.of("c").withPayload("2").withKeys("k2"))
        : Effects.none();
  }

  RunOutcome outcome() {
    return switch (below(4)) {
      case 0 -> new RunOutcome.Failed("broke");
      case 1 -> new RunOutcome.Released("back");
      default -> new RunOutcome.Succeeded();
    };
  }

  JobQuery query(@Nullable JobId before) {
    return new JobQuery(
        oneIn(2) ? oneOf(List.of(AsyncJobStatus.values())) : null,
        oneIn(2) ? oneOf(TYPES) : null,
        oneIn(2) ? oneOf(GROUPS) : null,
        before,
        1 + below(10));
  }

  private List<String> some(List<String> from, int most) {
    List<String> some = new ArrayList<>();
    for (int i = below(most + 1); i > 0; i--) {
      some.add(oneOf(from));
    }
    return some;
  }
}
