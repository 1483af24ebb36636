package dev.cleveragents.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.Scenarios.Scenario;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs every scenario below {@code features/} as one test each. */
class KernelFeaturesTest {

  private final Scenarios features = new Scenarios("features", "dev.cleveragents.kernel");

  @TestFactory
  Stream<DynamicTest> everyScenarioEndsAsItsTagsSay() {
    return features.all().stream()
        .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> features.check(scenario)));
  }

  @Test
  void bothOursAndTheRacyOriginalsAreShown() {
    assertThat(features.all())
        .extracting(Scenario::expectedToFail)
        .as("scenarios that must pass and scenarios that must fail")
        .contains(true, false);
  }
}
