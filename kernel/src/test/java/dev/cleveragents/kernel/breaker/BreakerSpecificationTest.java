package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random sequences of calls, held against {@link SequentialBreaker}. */
class BreakerSpecificationTest {

  private static final int SEEDS = Boolean.getBoolean("exhaustive") ? 10_000 : 1_000;
  private static final String NAME = "search";

  @Test
  void randomProgramsGiveWhatTheSpecificationGives() {
    BreakerSettings settings =
        new BreakerSettings(
            2, Duration.ofSeconds(30), Duration.ofSeconds(100), Duration.ofSeconds(40));
    for (long seed = 0; seed < SEEDS; seed++) {
      new RandomProgram(seed, settings).run();
    }
  }

  /** One sequence of calls on a real breaker and on the specification, side by side. */
  private static final class RandomProgram {
    private record HeldPermits(Permit permit, long stay) {}

    private final long seed;
    private final Random random;
    private final ManualTime time = new ManualTime();
    private final CircuitBreaker breaker;
    private final SequentialBreaker specification;
    private final List<HeldPermits> held = new ArrayList<>();

    private RandomProgram(long seed, BreakerSettings settings) {
      this.seed = seed;
      random = new Random(seed);
      breaker = new CircuitBreaker(settings, time, change -> {});
      specification = new SequentialBreaker(settings);
    }

    void run() {
      for (int step = 0; step < 60; step++) {
        String call = step();
        assertThat(SequentialBreaker.Seen.of(breaker.view(NAME)))
            .as("seed %d, step %d: %s", seed, step, call)
            .isEqualTo(specification.view());
        assertThat(breaker.isOpen(NAME)).isEqualTo(specification.isOpen());
        assertThat(breaker.view(NAME).refused()).isEqualTo(specification.refused());
      }
    }

    private String step() {
      return switch (random.nextInt(9)) {
        case 0, 1 -> advance(Duration.ofSeconds(random.nextInt(5) * 10L));
        case 2 -> {
          breaker.recordSuccess(NAME);
          specification.recordSuccess();
          yield "recordSuccess";
        }
        case 3, 4 -> {
          breaker.recordFailure(NAME);
          specification.recordFailure();
          yield "recordFailure";
        }
        case 5 -> random.nextInt(4) == 0 ? reset() : end();
        case 6 -> end();
        default -> acquire();
      };
    }

    private String advance(Duration by) {
      time.advance(by);
      specification.advance(by);
      return "advance " + by;
    }

    private String reset() {
      breaker.reset(NAME);
      specification.reset();
      return "reset";
    }

    private String acquire() {
      Admission admission = breaker.tryAcquire(NAME);
      long stay = specification.tryAcquire();
      assertThat(admission instanceof Permit).as("seed %d", seed).isEqualTo(stay != 0);
      if (admission instanceof Permit permit) {
        held.add(new HeldPermits(permit, stay));
      }
      return "tryAcquire";
    }

    private String end() {
      if (held.isEmpty()) {
        return "nothing to end";
      }
      HeldPermits ended = held.remove(random.nextInt(held.size()));
      switch (random.nextInt(3)) {
        case 0 -> {
          assertThat(ended.permit.success()).isTrue();
          specification.success(ended.stay);
        }
        case 1 -> {
          assertThat(ended.permit.failure()).isTrue();
          specification.failure(ended.stay);
        }
        default -> {
          assertThat(ended.permit.cancel()).isTrue();
          specification.cancel(ended.stay);
        }
      }
      return "end of stay " + ended.stay;
    }
  }
}
