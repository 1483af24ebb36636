package dev.cleveragents.kernel.breaker;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** What the model checks of the breaker have in common. */
final class BreakerModel {

  static final String NAME = "search";
  static final BreakerSettings SETTINGS =
      new BreakerSettings(
          2, Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(40));

  private static final int ITERATIONS = Boolean.getBoolean("exhaustive") ? 15 : 5;

  private BreakerModel() {}

  static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .iterations(ITERATIONS)
        .invocationsPerIteration(150)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        // Pure values: nothing in them can interleave.
        .addGuarantee(
            forClasses(
                    OutcomeWord.class.getName(),
                    OutcomeTotals.class.getName(),
                    ClockReading.class.getName(),
                    BreakerSettings.class.getName(),
                    BreakerView.class.getName(),
                    SequentialBreaker.Seen.class.getName())
                .allMethods()
                .ignore());
  }
}
