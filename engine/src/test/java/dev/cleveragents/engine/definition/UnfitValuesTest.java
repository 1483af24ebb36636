package dev.cleveragents.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.yaml.YamlProblem;
import dev.cleveragents.engine.yaml.YamlSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is of the wrong type is reported once, as that, and is not called missing besides. */
class UnfitValuesTest {

  private static final String ACTION =
      "name: x\nexecution_actor: a\ndefinition_of_done: done\ndescription: do {it}\n";

  record Case(DefinitionKind<?> kind, String yaml, List<String> problems) {
    static Case of(DefinitionKind<?> kind, String yaml, String... problems) {
      return new Case(kind, yaml, Arrays.asList(problems));
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        Case.of(
            DefinitionKind.ACTOR,
            "name: x\ntype: command\ncommand: [make, test]\n",
            "3:10: must be text, is a list"),
        Case.of(
            DefinitionKind.ACTOR,
            "name: x\ntype: scripted\nexecute: {run: make}\n",
            "3:10: must be a list, is a mapping"),
        Case.of(
            DefinitionKind.ACTOR,
            "name: x\ntype: scripted\nexecute:\n  - write: {path: a, content: 1}\n",
            "4:31: must be text, is 1; put it in quotes if it is meant as text"),
        Case.of(
            DefinitionKind.ACTOR,
            "name: x\ntype: scripted\nexecute:\n  - wait: {for: soon}\n",
            "4:17: 'soon' is not a duration; write for example 500ms, 30s, 5m, 2h, 1d or 1h30m"),
        Case.of(
            DefinitionKind.ACTION,
            ACTION + "arguments: {name: it}\n",
            "5:12: must be a list, is a mapping"),
        Case.of(
            DefinitionKind.ACTION,
            ACTION + "arguments:\n  - {name: It}\n",
            "6:12: must be a lower-case word of letters, digits and '_', is 'It'"),
        Case.of(
            DefinitionKind.ACTION,
            ACTION + "arguments:\n  - {name: it, type: enum, values: red}\n",
            "6:36: must be a list, is text"),
        Case.of(
            DefinitionKind.ACTION,
            ACTION + "arguments:\n  - {name: it, type: enum, values: [1]}\n",
            "6:37: must be text, is 1; put it in quotes if it is meant as text"),
        Case.of(
            DefinitionKind.ACTION,
            ACTION + "arguments:\n  - {name: it, type: colour, values: [red]}\n",
            "6:22: must be one of string, integer, number, boolean, enum, is 'colour'"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void areReportedOnce(Case it) {
    assertThat(it.kind().read(new YamlSource("f", it.yaml())).problems())
        .extracting(YamlProblem::toString)
        .containsExactlyElementsOf(it.problems().stream().map(each -> "f:" + each).toList());
  }
}
