package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.memory.RemainingEntries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link InMemoryJobStore} finds by indexes what {@link ReferenceJobStore} finds by looking through
 * everything: under the same random moves both give the same answers and hold the same jobs, and at
 * the end the indexes hold nothing any more. A failing run says its seed; give it to {@link
 * #aSeedCanBeReplayed}.
 */
class JobStoreReferenceTest {

  private static final int SEEDS = Boolean.getBoolean("exhaustive") ? 10_000 : 300;
  private static final int STEPS = 60;

  @Test
  void bothStoresDoTheSameInRandomRuns() {
    for (long seed = 0; seed < SEEDS; seed++) {
      run(seed, STEPS);
    }
  }

  @Test
  void bothStoresDoTheSameInOneLongRun() {
    run(-1, 2_000);
  }

  @ParameterizedTest
  @ValueSource(longs = 0)
  void aSeedCanBeReplayed(long seed) {
    run(seed, STEPS);
  }

  @Test
  void aWaitingJobIsFoundAmongTheRemainingEntries() {
    InMemoryJobStore store = InMemoryJobStore.create();
    store.enqueue(JobSpec.of("t"));
    assertThat(RemainingEntries.in(store)).isNotEmpty();
  }

  private static void run(long seed, int steps) {
    TwinStores twins = new TwinStores(seed);
    int step = 0;
    try {
      for (; step < steps; step++) {
        twins.step();
      }
      twins.endEverything();
      assertThat(RemainingEntries.in(twins.tested())).isEmpty();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ", step " + step + ": " + e.getMessage(), e);
    }
  }
}
