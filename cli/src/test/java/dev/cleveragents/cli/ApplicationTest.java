package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationTest {

  @TempDir private Path home;

  private TestCli cli() {
    return new TestCli(home);
  }

  @Test
  void versionNamesItselfAndItsJava() {
    Run run = cli().run("version");

    assertThat(run.out()).matches("agents 0\\.1\\.0 \\(.*Java 25.*\\)\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V"})
  void theOptionVersionAnswersAsTheCommandDoes(String option) {
    assertThat(cli().run(option).out()).isEqualTo(cli().run("version").out());
    assertThat(cli().run("--json", option).json().path("command").textValue()).isEqualTo("version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "info", "help", "completion bash"})
  void anAnswerForProgramsHasTheseFieldsAndNoOthers(String command) {
    Run run = cli().run((command + " --json").split(" "));

    JsonNode json = run.json();
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly("command", "status", "exit_code", "data", "timing", "messages");
    assertThat(command).startsWith(json.path("command").textValue());
    assertThat(json.path("status").textValue()).isEqualTo("ok");
    assertThat(json.path("exit_code").intValue()).isZero();
    assertThat(json.path("data").isObject()).isTrue();
    assertThat(json.path("timing").fieldNames())
        .toIterable()
        .containsExactly("started", "duration_ms");
    assertThat(Instant.parse(json.path("timing").path("started").textValue()))
        .isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(json.path("timing").path("duration_ms").longValue()).isBetween(0L, 60_000L);
    assertThat(json.path("messages").isArray()).isTrue();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void yamlSaysWhatJsonSays() throws JsonProcessingException {
    JsonNode yaml =
        YAMLMapper.builder().build().readTree(cli().run("version", "--format", "yaml").out());

    assertThat(yaml.path("data")).isEqualTo(cli().run("version", "--json").json().path("data"));
    assertThat(yaml.path("exit_code").intValue()).isZero();
  }

  @Test
  void globalOptionsStandBeforeOrAfterTheCommand() {
    assertThat(cli().run("--json", "version").json().path("data"))
        .isEqualTo(cli().run("version", "--json").json().path("data"))
        .isEqualTo(cli().run("version", "--format=json").json().path("data"))
        .isEqualTo(cli().run("--format", "json", "version").json().path("data"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verison",
        "version --colour",
        "version more",
        "completion",
        "completion tcsh",
        "--data-dir",
        "help nothing",
        "-x"
      })
  void wrongUsageIsReportedInTheEnvelopeToo(String line) {
    String[] arguments = ("--json " + line).split(" ");
    Run run = cli().run(arguments);

    JsonNode json = run.json();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).isEmpty();
    assertThat(json.path("status").textValue()).isEqualTo("error");
    assertThat(json.path("exit_code").intValue()).isEqualTo(2);
    JsonNode error = json.path("data").path("error");
    assertThat(error.fieldNames())
        .toIterable()
        .containsExactly("code", "message", "hint", "command");
    assertThat(error.path("code").textValue()).isEqualTo("usage");
    assertThat(error.path("message").textValue()).endsWith(".");
    assertThat(error.path("command").textValue()).startsWith("agents ");
  }

  @Test
  void errorsForUsersGoToStandardErrorWithoutATrace() {
    Run run = cli().run("verison");

    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            """
            error: 'agents' has no command 'verison'.
            hint: Did you mean 'version'?
            next: agents version
            """);
  }

  @Test
  void anUnknownOptionNamesTheNearest() {
    assertThat(cli().run("info", "--fromat", "json").err())
        .contains("'agents info' has no option '--fromat'.", "Did you mean '--format'?");
  }

  @Test
  void anUnknownChoiceNamesAllAndTheNearest() {
    assertThat(cli().run("--format", "jsn", "version").err())
        .contains("'jsn' is not one of rich, plain, json, yaml; did you mean 'json'?");
  }

  @Test
  void verboseShowsWhereAnErrorArose() {
    assertThat(cli().run("-v", "verison").err())
        .contains("debug: ", "ProblemException", "\tat dev.cleveragents");
    assertThat(cli().run("-v", "--json", "verison").json().path("messages").get(0).path("level"))
        .hasToString("\"debug\"");
  }

  @Test
  void theFormatComesFromTheOptionThenTheVariableThenTheFileThenTheTerminal() throws IOException {
    assertThat(formatOf(cli())).isEqualTo("plain from default");
    assertThat(formatOf(cli().onTerminal())).isEqualTo("rich from default");
    Path file = home.resolve(".cleveragents/config.toml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "# mine\nformat = \"json\"\n");
    assertThat(formatOf(cli().onTerminal())).isEqualTo("json from " + file + ":2");
    TestCli both = cli().onTerminal().variable("CLEVERAGENTS_FORMAT", "yaml");
    assertThat(formatOf(both)).isEqualTo("yaml from CLEVERAGENTS_FORMAT");
    assertThat(formatOf(both, "--format", "plain")).isEqualTo("plain from --format");
    assertThat(formatOf(both, "--json")).isEqualTo("json from --json");
  }

  /** The format in use as info tells it, whatever format that is. */
  private static String formatOf(TestCli cli, String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "info";
    System.arraycopy(options, 0, arguments, 1, options.length);
    String out = cli.run(arguments).out().replaceAll("\u001b\\[\\d+m", "");
    for (String pattern :
        new String[] {
          "(?s).*\"name\" : \"format\",\\s+\"value\" : \"(\\w+)\",\\s+\"source\" : \"([^\"]+)\".*",
          "(?s).*name: \"format\"\\s+value: \"(\\w+)\"\\s+source: \"([^\"]+)\".*",
          "(?s).*format: (\\w+) \\(from ([^)]+)\\).*",
          "(?s).*format +(\\w+)  from (\\S+)\n.*"
        }) {
      if (out.matches(pattern)) {
        return out.replaceAll(pattern, "$1 from $2");
      }
    }
    throw new AssertionError(out);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0662\u0660", "\u0968", "x", "1.5", "99999999999999999999"})
  void aNumberIsWrittenInAsciiDigits(String number) {
    Run run = cli().run("plan", "list", "--limit", number);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("is not a whole number");
  }

  @Test
  void aProblemIsPrintedInTheFormatThatTheFileAsksFor() throws IOException {
    Files.createDirectories(home.resolve(".cleveragents"));
    Files.writeString(home.resolve(".cleveragents/config.toml"), "format = \"json\"\n");

    assertThat(cli().run("verison").json().path("exit_code").intValue()).isEqualTo(2);
  }

  @Test
  void aBrokenFileIsReportedInTheFormatThatTheVariableAsksFor() throws IOException {
    Path data = Files.createDirectory(home.resolve("data"));
    Files.writeString(data.resolve("config.toml"), "format = \n");

    Run run =
        cli().variable("CLEVERAGENTS_FORMAT", "json").run("info", "--data-dir", data.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.json().path("data").path("error").path("message").textValue())
        .startsWith(data.resolve("config.toml") + ":1:");
  }

  @Test
  void aTerminalGetsColoursUnlessSwitchedOff() {
    assertThat(cli().onTerminal().run("info").out()).contains("\u001b[1mInstallation\u001b[0m");
    assertThat(cli().onTerminal().run("info", "--no-color").out())
        .contains("Installation\n", "✓")
        .doesNotContain("\u001b");
    assertThat(cli().onTerminal().variable("NO_COLOR", "1").run("info").out())
        .doesNotContain("\u001b");
    assertThat(cli().onTerminal().variable("NO_COLOR", "").run("info").out()).contains("\u001b");
    assertThat(cli().run("info", "--format", "rich").out()).doesNotContain("\u001b");
  }

  @Test
  void infoReadsAndMakesNothing() throws IOException {
    Run run = cli().run("info", "--json");

    JsonNode data = run.json().path("data");
    assertThat(data.path("home").path("path").textValue())
        .isEqualTo(home.resolve(".cleveragents").toString());
    assertThat(data.path("home").path("exists").booleanValue()).isFalse();
    assertThat(data.path("home").path("writable").booleanValue()).isTrue();
    assertThat(data.path("machine").path("cores").intValue()).isPositive();
    assertThat(data.path("machine").path("memory_bytes").longValue()).isPositive();
    assertThat(data.path("plans").path("available").booleanValue()).isTrue();
    try (var files = Files.list(home)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void secretsInTheEnvironmentAreNotPrinted() {
    TestCli cli = cli().variable("OPENAI_API_KEY", "sk-very-secret");

    assertThat(cli.run("info", "-v", "--json").out()).doesNotContain("very-secret");
    assertThat(cli.run("info", "-v").out()).doesNotContain("very-secret");
  }

  @Test
  void theHomeComesFromTheOptionThenTheVariableThenTheDefault() {
    TestCli cli = cli().variable("CLEVERAGENTS_HOME", "from-variable");

    assertThat(homeOf(cli)).isEqualTo(home.resolve("from-variable").toString());
    assertThat(homeOf(cli, "--data-dir", "./x/../from-option"))
        .isEqualTo(home.resolve("from-option").toString());
  }

  private static String homeOf(TestCli cli, String... options) {
    String[] arguments = new String[options.length + 2];
    System.arraycopy(options, 0, arguments, 0, options.length);
    arguments[options.length] = "info";
    arguments[options.length + 1] = "--json";
    return cli.run(arguments).json().path("data").path("home").path("path").textValue();
  }

  @Test
  void anInterruptedCommandEndsWith130() {
    CancellationSource source = new CancellationSource();
    source.cancel(CancellationCause.shutdown("test"));

    Run run = cli().interruptedBy(source.token()).run("info", "--json");

    assertThat(run.exitCode()).isEqualTo(130);
    assertThat(run.json().path("data").path("error").path("code").textValue())
        .isEqualTo("interrupted");
  }

  @Test
  void aDefectIsReportedWithoutATraceUnlessVerbose() throws IOException {
    try (FileSystem zip =
        FileSystems.newFileSystem(home.resolve("a.zip"), Map.of("create", "true"))) {
      TestCli cli = cli().launchedBy(zip.getPath("agents"));

      Run run = cli.run("install");
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("error: Unexpected error", "with -v").doesNotContain("\tat ");
      assertThat(cli.run("install", "-v").err()).contains("\tat ");
    }
  }

  @Test
  void argumentsAreTakenAsTheyAreGiven() throws IOException {
    Files.writeString(home.resolve("arguments"), "version");

    assertThat(cli().run("@" + home.resolve("arguments")).exitCode()).isEqualTo(2);
    assertThat(cli().run("\u001b[31mred").err()).contains("\\u001b[31mred");
  }

  @Test
  void withoutACommandThereIsHelp() {
    assertThat(cli().run().out()).startsWith("Usage: agents ").contains("completion");
    assertThat(cli().run().exitCode()).isZero();
    assertThat(cli().run("help", "info").out())
        .isEqualTo(cli().run("info", "--help").out())
        .startsWith("Usage: agents info\n");
  }
}
