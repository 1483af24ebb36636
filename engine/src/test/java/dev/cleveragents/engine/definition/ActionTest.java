package dev.cleveragents.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.yaml.YamlProblem;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionTest {

  static final String SMALLEST =
      """
      name: fix
      description: Fixes a bug
      execution_actor: fixer
      definition_of_done: It works
      """;

  private static final String WHOLE =
      """
      name: team/fix
      description: Fixes {bug}
      long_description: Fixes {bug}, {times} times, {{so}}
      strategy_actor: thinker
      execution_actor: fixer
      estimation_actor: a
      review_actor: b
      invariant_actor: c
      definition_of_done: "{bug} is gone"
      arguments:
        - {name: bug, required: true, description: Which one}
        - {name: times, type: integer, default: 3}
        - {name: how, type: enum, values: [fast, well], default: well}
        - {name: rate, type: number, default: 1.50}
        - {name: loud, type: boolean, default: false}
      invariants: ["{bug} stays gone"]
      validations: [tests, team/lint]
      automation_profile: trusted
      subplans: {mode: sequential, max_parallel: 5, merge: last_wins, fail_fast: true, timeout: 1h, retry: 0, depth: 2}
      reusable: false
      read_only: true
      """;

  private static Action action(String yaml) {
    return DefinitionKind.ACTION.read(new YamlSource("a.yaml", yaml)).orThrow();
  }

  private static List<String> problems(String yaml) {
    return DefinitionKind.ACTION.read(new YamlSource("a.yaml", yaml)).problems().stream()
        .map(YamlProblem::toString)
        .toList();
  }

  @Test
  void everyFieldIsRead() {
    Action action = action(WHOLE);

    assertThat(action.name()).hasToString("team/fix");
    assertThat(action.wording().definitionOfDone()).isEqualTo("{bug} is gone");
    assertThat(action.actors().strategy()).isEqualTo(Name.of("thinker"));
    assertThat(action.actors().execution()).isEqualTo(Name.of("fixer"));
    assertThat(action.actors().invariant()).isEqualTo(Name.of("c"));
    assertThat(action.arguments())
        .extracting(ActionArgument::name)
        .containsExactly("bug", "times", "how", "rate", "loud");
    assertThat(action.terms().validations())
        .containsExactly(Name.of("tests"), Name.of("team/lint"));
    assertThat(action.terms().profile()).isEqualTo(Name.of("trusted"));
    assertThat(action.terms().conduct()).isEqualTo(new Action.Conduct(false, true));
    assertThat(action.terms().subplans())
        .isEqualTo(
            new SubplanRules(
                SubplanRules.Mode.SEQUENTIAL,
                5,
                SubplanRules.Merge.LAST_WINS,
                true,
                new SubplanRules.Limits(Duration.ofHours(1), 0, 2)));
  }

  @Test
  void thePartsOfTheWorkAreRead() {
    Action.Terms terms =
        action(
                SMALLEST
                    + parts(
                        "{name: a, goal: do a, exec: make a, file: a.c}",
                        "{name: b, goal: do b, actor: x, depends_on: [a],"
                            + " automation_profile: manual}"))
            .terms();

    assertThat(terms.parts())
        .containsExactly(
            new ActionPart(
                "a", "do a", new ActionPart.Doer("make a", null), "a.c", List.of(), null),
            new ActionPart(
                "b",
                "do b",
                new ActionPart.Doer(null, Name.of("x")),
                null,
                List.of("a"),
                Name.of("manual")));
    assertThat(terms.subplans().mode()).isEqualTo(SubplanRules.Mode.DEPENDENCY_ORDERED);
  }

  @Test
  void whatIsNotSaidHasItsDefault() {
    Action action = action(SMALLEST);

    assertThat(action.arguments()).isEmpty();
    assertThat(action.terms().subplans()).isEqualTo(SubplanRules.STANDARD);
    assertThat(action.terms().conduct()).isEqualTo(new Action.Conduct(true, false));
    assertThat(action.actors().strategy()).isNull();
    assertThat(action.terms().profile()).isNull();
  }

  @Test
  void argumentsAreBoundToTypedValuesOrDefaults() {
    assertThat(action(WHOLE).bind(Map.of("bug", "x", "times", "007")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("bug", "x", "times", "7", "how", "well", "rate", "1.5", "loud", "false"));
  }

  @Test
  void allThatIsWrongWithArgumentsIsSaidAtOnce() {
    Map<String, String> given =
        Map.of("times", "often", "how", "slow", "loud", "yes", "rate", "0x1p3", "bugg", "x");

    assertThatThrownBy(() -> action(WHOLE).bind(given))
        .isInstanceOf(OperationException.class)
        .hasMessageContainingAll(
            "the action team/fix",
            "there is no argument 'bugg', did you mean 'bug'?",
            "'bug' is missing",
            "'times': 'often' is not a whole number",
            "'how': 'slow' is not one of fast, well",
            "'rate': '0x1p3' is not a number",
            "'loud': 'yes' is not one of true, false");
  }

  @ParameterizedTest
  @CsvSource({
    "number,1e3,1000",
    "number,.5,0.5",
    "number,-0.25,-0.25",
    "integer, 12 ,12",
    "boolean,TRUE,true",
    "string, a b ,a b"
  })
  void aValueIsWrittenInOneForm(String kind, String text, String form) {
    ArgumentType.Kind type = ArgumentType.Kind.valueOf(kind.toUpperCase(Locale.ROOT));
    assertThat(new ArgumentType(type, List.of()).read(text)).isEqualTo(form);
  }

  @Test
  void aValueThatCannotBeKeptIsRefused() {
    ArgumentType text = new ArgumentType(ArgumentType.Kind.STRING, List.of());

    assertThatThrownBy(() -> text.read("a\0")).hasMessageContaining("NUL");
    assertThatThrownBy(() -> text.read("x".repeat(100_001))).hasMessageContaining("100,001");
    assertThatThrownBy(() -> new ArgumentType(ArgumentType.Kind.NUMBER, List.of()).read("1e999"))
        .hasMessageContaining("is not a number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0662\u0660", "\u0968", "1.0", "9999999999999999999"})
  void aWholeNumberIsWrittenInAsciiDigits(String text) {
    ArgumentType whole = new ArgumentType(ArgumentType.Kind.INTEGER, List.of());

    assertThatThrownBy(() -> whole.read(text)).hasMessageContaining("is not a whole number");
  }

  static List<List<String>> mistakes() {
    return List.of(
        List.of("arguments: [{name: a}, {name: a}]", "5:31: duplicate argument 'a'"),
        List.of("arguments: [{name: A}]", "must be a lower-case word"),
        List.of("arguments: [{name: a, type: enum}]", "an enum needs 'values'"),
        List.of("arguments: [{name: a, values: [x]}]", "only an enum has 'values'"),
        List.of("arguments: [{name: a, required: true, default: x}]", "a required argument has no"),
        List.of(
            "arguments: [{name: a, type: integer, default: x}]",
            "this is not a value of type integer: 'x' is not a whole number"),
        List.of(
            "arguments: [{name: a, type: enum, values: [x], default: y}]",
            "this is not a value of type enum: 'y' is not one of x"),
        List.of("arguments: [{name: a, type: date}]", "must be one of string, integer"),
        List.of("long_description: use {thing}", "{thing} is not an argument of this action"),
        List.of(
            "arguments: [{name: thing}]\nlong_description: use {thingy}", "did you mean {thing}?"),
        List.of("invariants: [ok, 'not {this}']", "5:18: {this} is not an argument"),
        List.of("subplans: {max_parallel: 1001}", "a whole number from 1 to 1000"),
        List.of("subplans: {depth: 9}", "a whole number from 1 to 8"),
        List.of("subplans: {retry: 3}", "a whole number from 0 to 2"),
        List.of("subplans: {parts: []}", "5:19: there are no parts"),
        List.of("subplans: {parts: [{name: a}]}", "5:20: 'goal' is missing"),
        List.of(parts("{name: a, goal: g}", "{name: a, goal: h}"), "8:14: two parts have the name"),
        List.of(
            parts("{name: ab, goal: g}", "{name: c, goal: h, depends_on: [ab, aa]}"),
            "8:43: part 'c' depends on 'aa', which is no part (did you mean 'ab'?)"),
        List.of(
            parts("{name: a, goal: g, depends_on: [b]}", "{name: b, goal: h, depends_on: [a]}"),
            "7:39: parts depend on each other in a circle: a, b"),
        List.of(
            "subplans: {mode: parallel, parts: [{name: a, goal: g}, {name: b, goal: g, depends_on: [a]}]}",
            "mode parallel starts all parts at once"),
        List.of(parts("{name: a, goal: '{thing}'}"), "7:23: {thing} is not an argument"),
        List.of(parts("{name: a, goal: g, exec: 'x {fil}'}"), "7:32: {fil} is not known here"),
        List.of(parts("{name: a, goal: g, exec: x, actor: y}"), "give either 'exec' or 'actor'"),
        List.of("automation_profil: manual", "did you mean 'automation_profile'?"),
        List.of("read_only: maybe", "must be true or false"),
        List.of("validations: tests", "must be a list"));
  }

  private static String parts(String... parts) {
    return "subplans:\n  parts:\n    - " + String.join("\n    - ", parts);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsSaidWithItsPlace(List<String> mistake) {
    assertThat(problems(SMALLEST + mistake.getFirst()))
        .singleElement()
        .asString()
        .startsWith("a.yaml:")
        .contains(mistake.get(1));
  }

  @Test
  void everyMissingKeyIsNamed() {
    assertThat(problems("reusable: true\n"))
        .hasSize(4)
        .allMatch(problem -> problem.startsWith("a.yaml:1:1: '"))
        .anyMatch(
            problem -> problem.contains("'execution_actor' is missing: Actor that does the work."));
  }

  @Test
  void everyKindHasAJsonSchemaThatIsJson() {
    for (DefinitionKind<?> kind : DefinitionKind.ALL) {
      Map<String, ?> schema = Json.readObject(kind.schema());
      assertThat(schema.get("title")).isEqualTo("CleverAgents " + kind.noun());
      assertThat(schema.get("properties"))
          .asInstanceOf(InstanceOfAssertFactories.MAP)
          .containsKey("name");
    }
  }
}
