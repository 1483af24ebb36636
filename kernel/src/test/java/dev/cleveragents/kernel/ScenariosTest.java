package dev.cleveragents.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.Scenarios.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the runner takes for an answer, tried on small scenarios made for it. */
class ScenariosTest {

  private final Scenarios samples = new Scenarios("runner-samples", "dev.cleveragents.kernel");

  @Test
  void namesAreTheFeaturesAndTheScenarios() {
    assertThat(samples.all())
        .extracting(Scenario::name)
        .contains("Samples for the runner › a plain scenario that passes")
        .contains("Samples for the runner › an outline › Examples › Example #1.2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a plain scenario that passes", "a defect that is caught", "#1.1"})
  void holds(String name) {
    assertThatCode(() -> samples.check(sample(name))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a plain scenario that fails",
        "a plain scenario with a missing step",
        "a plain scenario with a pending step",
        "#1.2"
      })
  void aPlainScenarioThatDoesNotPassIsRefused(String name) {
    assertThatThrownBy(() -> samples.check(sample(name)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("must pass");
  }

  @Test
  void aDefectThatIsNoLongerCaughtIsRefused() {
    assertThatThrownBy(() -> samples.check(sample("a defect that is no longer caught")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no longer caught");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a defect with a missing step",
        "a defect with a pending step",
        "a defect whose step breaks",
      })
  void aDefectNotShownByAnAssertionIsRefused(String name) {
    assertThatThrownBy(() -> samples.check(sample(name)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("must fail with an assertion");
  }

  @Test
  void aScenarioThatIsNotThereIsRefused() {
    String id = sample("a defect that is caught").id();
    Scenario gone = new Scenario("gone", id.substring(0, id.length() - 1) + "999]", false);

    assertThatThrownBy(() -> samples.check(gone)).hasMessageContaining("not run");
  }

  private Scenario sample(String name) {
    return samples.all().stream()
        .filter(scenario -> scenario.name().endsWith(name))
        .findFirst()
        .orElseThrow();
  }
}
