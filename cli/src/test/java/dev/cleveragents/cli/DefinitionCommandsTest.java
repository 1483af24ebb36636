package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands about actions, actors, validations and profiles. */
class DefinitionCommandsTest {

  private static final String ACTION =
      """
      name: fix
      description: Fixes a bug
      execution_actor: claude-code
      definition_of_done: It works
      """;

  @TempDir private Path home;
  private TestCli cli;

  @BeforeEach
  void aPerson() {
    cli = new TestCli(home);
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(home.resolve(name), text);
  }

  private JsonNode data(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--json";
    Run run = cli.run(all);
    assertThat(run.exitCode()).as(run.out()).isZero();
    return run.json().path("data");
  }

  private void refused(int exitCode, String message, String... arguments) {
    Run run = cli.run(arguments);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(run.err()).contains(message);
  }

  @ParameterizedTest
  @CsvSource({
    "action list,0",
    "actor list,0",
    "validation list,0",
    "profile list,0",
    "profile show ci,0",
    "schema actor,0",
    "action show fix,3",
    "action archive fix,3",
    "actor remove fix --yes,3",
    "action create none.yaml,3",
    "action validate none.yaml,3"
  })
  void whatOnlyReadsMakesNoStore(String line, int code) {
    assertThat(cli.run(line.split(" ")).exitCode()).isEqualTo(code);
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void anActionIsStoredShownReplacedAndArchived() throws IOException {
    file("fix.yaml", ACTION);

    assertThat(data("action", "create", "fix.yaml").path("outcome").textValue())
        .isEqualTo("created");
    assertThat(data("action", "create", "fix.yaml").path("outcome").textValue())
        .isEqualTo("unchanged");
    assertThat(data("action", "show", "fix").path("yaml").textValue()).isEqualTo(ACTION);
    assertThat(cli.run("action", "show", "fix").out()).isEqualTo(ACTION);
    assertThat(cli.run("action", "list").out()).contains("fix", "Fixes a bug");

    file("fix.yaml", ACTION.replace("a bug", "it all"));
    refused(4, "--replace", "action", "create", "fix.yaml");
    assertThat(data("action", "create", "fix.yaml", "--replace").path("outcome").textValue())
        .isEqualTo("replaced");

    assertThat(data("action", "archive", "fix").path("changed").booleanValue()).isTrue();
    assertThat(data("action", "archive", "fix").path("changed").booleanValue()).isFalse();
    assertThat(data("action", "list").path("actions")).isEmpty();
    assertThat(data("action", "list", "--archived").path("actions")).hasSize(1);
    refused(3, "Did you mean 'fix'?", "action", "show", "fxi");
  }

  @Test
  void allMistakesOfAFileAreReportedAndNothingIsStored() throws IOException {
    file(
        "bad.yaml",
        "nmae: fix\ndescription: 5\nexecution_actor: codex\ndefinition_of_done: '{x}'\n");

    Run run = cli.run("action", "create", "bad.yaml");
    Run checked = cli.run("action", "validate", "bad.yaml", "--json");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "bad.yaml:1:1: the key 'nmae' is not known; did you mean 'name'?",
            "bad.yaml:1:1: 'name' is missing",
            "bad.yaml:2:14: must be text, is 5",
            "bad.yaml:4:21: {x} is not an argument of this action");
    assertThat(home.resolve(".cleveragents")).doesNotExist();
    assertThat(checked.exitCode()).isEqualTo(2);
    JsonNode problems = checked.json().path("data").path("problems");
    assertThat(problems).hasSize(4);
    assertThat(problems.path(2).path("line").intValue()).isEqualTo(2);
    assertThat(problems.path(2).path("column").intValue()).isEqualTo(14);
    JsonNode error = checked.json().at("/data/error");
    assertThat(error.path("code").asText()).isEqualTo("usage");
    assertThat(error.path("message").asText())
        .isEqualTo("bad.yaml is not a valid action: 4 problems.");
    assertThat(error.path("command").asText()).isEqualTo("agents schema action");
  }

  @Test
  void whatAnActionNamesMustExist() throws IOException {
    file(
        "fix.yaml",
        ACTION.replace("claude-code", "claud-code")
            + "validations: [tests]\nautomation_profile: trustd\n");
    file("tests.yaml", "name: tests\ncommand: 'true'\n");
    List<String> wrong =
        List.of(
            "fix.yaml:3:18: there is no actor 'claud-code'; did you mean 'claude-code'?",
            "fix.yaml:5:15: there is no validation 'tests'; 'agents validation add FILE'",
            "fix.yaml:6:21: there is no profile 'trustd'; did you mean 'trusted'?");

    assertThat(cli.run("action", "validate", "fix.yaml").out()).contains(wrong);
    assertThat(home.resolve(".cleveragents")).doesNotExist();
    data("validation", "add", "tests.yaml");
    Run create = cli.run("action", "create", "fix.yaml");
    assertThat(create.exitCode()).isEqualTo(2);
    assertThat(create.err())
        .contains(wrong.get(0), wrong.get(2))
        .doesNotContain("there is no validation");
    assertThat(data("action", "list").path("actions")).isEmpty();
  }

  @Test
  void anEnvironmentVariableThatIsNotSetIsAWarning() throws IOException {
    file("own.yaml", "name: own\ntype: command\ncommand: 'true'\nenvironment: [HOME_PAGE, PATH]\n");
    for (String verb : List.of("validate", "add")) {
      Run run = cli.run("actor", verb, "own.yaml");
      assertThat(run.exitCode()).isZero();
      assertThat(run.err())
          .isEqualTo(
              "warning: %s:4:15: the environment variable HOME_PAGE is not set here\n"
                  .formatted(home.resolve("own.yaml")));
      assertThat(cli.run("actor", verb, "own.yaml", "--json").json().path("status").textValue())
          .isEqualTo("warn");
    }
    assertThat(cli.variable("HOME_PAGE", "x").run("actor", "validate", "own.yaml").err()).isEmpty();
  }

  @Test
  void aGoodFileIsValid() throws IOException {
    file("fix.yaml", ACTION);

    assertThat(cli.run("action", "validate", "fix.yaml").out())
        .isEqualTo("fix.yaml is a valid action\n");
    assertThat(home.resolve(".cleveragents")).doesNotExist();
  }

  @Test
  void filesThatAreNoTextOrTooLargeAreRefused() throws IOException {
    Files.write(home.resolve("large.yaml"), new byte[10_000_000]);
    Files.write(home.resolve("latin.yaml"), new byte[] {(byte) 0xe4});

    refused(2, "more than 1,000,000 bytes", "actor", "add", "large.yaml");
    refused(2, "is not UTF-8", "actor", "add", "latin.yaml");
    refused(2, "is a directory", "actor", "add", ".");
    refused(3, "does not exist", "actor", "add", "none.yaml");
  }

  @Test
  void actorsValidationsAndProfilesAreAddedListedAndRemoved() throws IOException {
    file("actor.yaml", "name: fixer\ntype: command\ncommand: fix {goal}\n");
    file("script.yaml", "name: demo\ntype: scripted\nexecute: [{run: {command: make}}]\n");
    file("check.yaml", "name: tests\ncommand: make test\nrequired: false\n");
    file("profile.yaml", "name: careful\nbased_on: trusted\nthresholds: {edit_file: 0.5}\n");

    data("actor", "add", "actor.yaml");
    data("actor", "add", "script.yaml");
    data("validation", "add", "check.yaml");
    data("profile", "add", "profile.yaml");

    assertThat(cli.run("actor", "list").out())
        .contains("fixer", "command: fix {goal}", "demo", "script of 1 step");
    assertThat(cli.run("validation", "list").out()).contains("tests", "optional: make test");
    assertThat(data("profile", "list").path("profiles"))
        .extracting(it -> it.path("name").textValue())
        .containsExactly(
            "local/manual", "local/supervised", "local/trusted", "local/ci", "local/careful");
    assertThat(cli.run("profile", "show", "careful").out())
        .contains("edit_file", "below a confidence of 0.5", "always", "never");
    assertThat(data("profile", "show", "manual").path("thresholds").path("apply").doubleValue())
        .isEqualTo(1.0);
    refused(4, "no terminal to ask on", "actor", "remove", "fixer");
    data("actor", "remove", "fixer", "--yes");
    assertThat(data("actor", "list").path("actors")).hasSize(1);
    refused(3, "There is no profile lax", "profile", "show", "lax");
  }

  @Test
  void listsShowCommandsWithoutTheirSecrets() throws IOException {
    String secret = "ghp_" + "aB3d".repeat(9);
    file("actor.yaml", "name: fixer\ntype: command\ncommand: TOKEN=%s fix\n".formatted(secret));
    file(
        "check.yaml",
        "name: tests\ncommand: make test %s\n".formatted("x".repeat(40) + " " + secret));
    data("actor", "add", "actor.yaml");
    data("validation", "add", "check.yaml");

    for (String kind : List.of("actor", "validation")) {
      assertThat(cli.run(kind, "list").out()).contains("[REDACTED").doesNotContain("ghp_");
      assertThat(data(kind, "list").path(kind + "s").path(0).path("summary").textValue())
          .contains("[REDACTED")
          .doesNotContain("ghp_");
    }
  }

  @Test
  void theLongDescriptionOfAnActionIsShown() throws IOException {
    file("fix.yaml", ACTION + "long_description: Finds the cause, then removes it.\n");
    data("action", "create", "fix.yaml");

    assertThat(data("action", "show", "fix").path("long_description").textValue())
        .isEqualTo("Finds the cause, then removes it.");
    file("brief.yaml", ACTION.replace("name: fix", "name: brief"));
    assertThat(data("action", "create", "brief.yaml").has("long_description")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"action", "actor", "validation", "profile"})
  void theSchemaOfEveryKindIsPrintedForEditors(String kind) {
    assertThat(data("schema", kind).path("schema").path("properties").has("name")).isTrue();
    assertThat(cli.run("schema", kind).out()).startsWith("{\"$schema\":\"https://json-schema.org");
  }

  @Test
  void anUnknownKindIsRefused() {
    refused(2, "is not one of action, actor, validation, profile", "schema", "acton");
  }

  @Test
  void settingsAreListedReadAndWrittenLineByLine() throws IOException {
    Path file = home.resolve(".cleveragents/config.toml");

    assertThat(cli.run("config", "get", "format").out()).isEqualTo("plain\n");
    assertThat(cli.run("config", "list").out()).contains("store.url", "from default");
    assertThat(file.getParent()).doesNotExist();

    assertThat(cli.run("config", "set", "format", "yaml").exitCode()).isZero();
    assertThat(file).content().isEqualTo("format = \"yaml\"\n");
    Files.writeString(
        file, "# mine\nformat = \"yaml\" # why\n\n[store]\nurl = \"jdbc:sqlite:a.db\"\n");
    cli.run("config", "set", "store.url", "jdbc:sqlite:b.db");
    cli.run("config", "set", "format", "plain");
    assertThat(file)
        .content()
        .isEqualTo("# mine\nformat = \"plain\"\n\n[store]\nurl = \"jdbc:sqlite:b.db\"\n");
    assertThat(data("config", "get", "store.url").path("value").textValue()).endsWith("b.db");
  }

  @Test
  void aSettingThatCannotBeIsRefusedAndTheFileStays() throws IOException {
    Path file = home.resolve(".cleveragents/config.toml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "store = {url = \"jdbc:sqlite:a.db\"}\n");

    refused(2, "'fancy' is not a format", "config", "set", "format", "fancy");
    refused(2, "is not a store address", "config", "set", "store.url", "http://x");
    refused(3, "Unknown setting 'formt'", "config", "set", "formt", "json");
    refused(3, "Did you mean 'format'?", "config", "get", "formt");
    refused(4, "line by line", "config", "set", "store.url", "jdbc:sqlite:b.db");
    assertThat(file).content().isEqualTo("store = {url = \"jdbc:sqlite:a.db\"}\n");
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**config?*.toml");
  }
}
