package dev.cleveragents.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.workspace.Name;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AutomationProfileTest {

  private static List<Gate> asking(AutomationProfile profile) {
    return Arrays.stream(Gate.values())
        .filter(gate -> profile.at(gate, 1.0) == Verdict.ASK)
        .toList();
  }

  private static AutomationProfile profile(String yaml) {
    return DefinitionKind.PROFILE.read(new YamlSource("p.yaml", yaml)).orThrow();
  }

  @Test
  void thoseThatAreAlwaysThereAskAtTheirGatesWhateverTheConfidence() {
    assertThat(asking(AutomationProfile.MANUAL)).containsExactly(Gate.values());
    assertThat(asking(AutomationProfile.SUPERVISED)).containsExactly(Gate.EXECUTE, Gate.APPLY);
    assertThat(asking(AutomationProfile.TRUSTED)).containsExactly(Gate.APPLY);
    assertThat(asking(AutomationProfile.CI)).isEmpty();
    assertThat(AutomationProfile.CI.at(Gate.APPLY, null)).isEqualTo(Verdict.GO);
    assertThat(AutomationProfile.builtIn(Name.of("Trusted"))).contains(AutomationProfile.TRUSTED);
  }

  @Test
  void aThresholdBetweenAsksWhereConfidenceIsBelowIt() {
    AutomationProfile profile =
        profile("name: careful\nbased_on: trusted\nthresholds: {edit_file: 0.7}\n");

    assertThat(profile.at(Gate.EDIT_FILE, 0.69)).isEqualTo(Verdict.ASK);
    assertThat(profile.at(Gate.EDIT_FILE, 0.7)).isEqualTo(Verdict.GO);
    assertThat(profile.at(Gate.EDIT_FILE, null)).isEqualTo(Verdict.ASK);
    assertThat(profile.at(Gate.APPLY, 1.0)).as("from trusted").isEqualTo(Verdict.ASK);
    assertThat(profile.at(Gate.CREATE_FILE, null)).as("from trusted").isEqualTo(Verdict.GO);
  }

  @Test
  void withoutATerminalToAskOnItIsRefused() {
    AutomationProfile profile =
        profile("name: strict-ci\nbased_on: ci\nthresholds: {use_network: 1.0}\n");

    assertThat(profile.at(Gate.USE_NETWORK, 1.0)).isEqualTo(Verdict.REFUSE);
    assertThat(profile.at(Gate.APPLY, 1.0)).isEqualTo(Verdict.GO);
  }

  @Test
  void whatIsNotSaidIsAsked() {
    assertThat(asking(profile("name: p\n"))).containsExactly(Gate.values());
  }

  @Test
  void wrongProfilesAreRefused() {
    assertThatThrownBy(() -> profile("name: manual\n")).hasMessageContaining("is built in");
    assertThatThrownBy(() -> profile("name: p\nthresholds: {aply: 1}\n"))
        .hasMessageContaining("did you mean 'apply'?");
    assertThatThrownBy(() -> profile("name: p\nthresholds: {apply: 1.1}\n"))
        .hasMessageContaining("a number from 0.0 to 1.0");
    assertThatThrownBy(() -> profile("name: p\nbased_on: other\n"))
        .hasMessageContaining("must be one of manual, supervised, trusted, ci");
    assertThatThrownBy(() -> new AutomationProfile(Name.of("p"), "", Map.of(), true, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void wrongGuardsAreRefusedWithTheirPlace() {
    assertThatThrownBy(() -> profile("name: p\nguards:\n  deny: [edit_fil]\n"))
        .hasMessageContaining("3:")
        .hasMessageContaining("did you mean 'edit_file'?");
    assertThatThrownBy(() -> profile("name: p\nguards: {deny: ['*(x)']}\n"))
        .hasMessageContaining("takes no pattern");
    assertThatThrownBy(() -> profile("name: p\nguards: {allow: ['edit_file([)']}\n"))
        .hasMessageContaining("is not a glob for paths");
    assertThatThrownBy(() -> profile("name: p\nguards: {allow: ['edit file']}\n"))
        .hasMessageContaining("neither a tool");
    assertThatThrownBy(() -> profile("name: p\nguards: {calls_per_step: 0}\n"))
        .hasMessageContaining("1");
  }

  @Test
  void aValidationHasItsDefaults() {
    assertThat(
            DefinitionKind.VALIDATION
                .read(new YamlSource("v.yaml", "name: tests\ncommand: make {all}\n"))
                .orThrow())
        .isEqualTo(ValidationSpec.required(Name.of("tests"), "make {all}"));
    assertThat(
            DefinitionKind.VALIDATION
                .read(
                    new YamlSource(
                        "v.yaml",
                        "name: t\ncommand: x\nrequired: false\ndeadline: 5s\nparallel: true\n"))
                .orThrow())
        .isEqualTo(new ValidationSpec(Name.of("t"), "x", false, Duration.ofSeconds(5), true));
  }
}
