package dev.cleveragents.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.cli.settings.GlobalOptions;
import dev.cleveragents.cli.settings.Settings;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.runtime.settings.Setting;
import dev.cleveragents.runtime.settings.SettingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Checks that the reference pages match the code: commands with their options, configuration keys,
 * and the schemas of YAML files. Regenerates the pages with {@code -Dreference=write}.
 */
class ReferenceTest {

  private static final Path FOLDER = Path.of("../docs/reference");

  @Test
  void theCommandsAreThoseOfTheProgram() throws IOException {
    matches("commands.md", commands());
  }

  @Test
  void theSchemasAreThoseOfTheReaders() throws IOException {
    StringBuilder page =
        new StringBuilder(
            """
            # YAML

            Generated from the code by a test (`-Dtest=ReferenceTest -Dreference=write`). `agents schema KIND` prints the same for
            editors. Keys that are not named here are refused, with the place and the nearest known one.
            """);
    for (DefinitionKind<?> kind : DefinitionKind.ALL) {
      page.append("\n## %s\n\n```json\n%s\n```\n".formatted(kind, kind.schema().strip()));
    }
    matches("yaml.md", page.toString());
  }

  @Test
  void theKeysAreThoseOfTheConfigurationFile() throws IOException {
    Path home = Path.of("/home/you");
    Settings usual =
        Settings.resolve(new GlobalOptions(), new Environment(Map.of(), home, home, null, 0));
    StringBuilder page =
        new StringBuilder(
            """
            # Configuration

            Generated from the code by a test (`-Dtest=ReferenceTest -Dreference=write`). The keys of `config.toml` in the home folder:
            `agents config set KEY VALUE` writes one, `agents config list` shows the values that apply and where each comes from.
            Precedence: option, environment variable, `config.toml`, default.

            | key | variable | meaning | default | running workers |
            | --- | --- | --- | --- | --- |
            """);
    for (SettingKey<?> key : Settings.KEYS) {
      Setting<?> value = usual.find(key.name()).orElseThrow();
      page.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  key.name(),
                  key.variable().map("`%s`"::formatted).orElse(""),
                  key.notes().meaning(),
                  shown(value.value().toString(), home),
                  key.notes().restart() ? "restart them" : "not concerned"));
    }
    page.append(
        """

        ## Environment variables

        Variables that make settings begin with `CLEVERAGENTS_`: those of the table, and `CLEVERAGENTS_HOME` for the home folder, which
        `--data-dir` overrides. `NO_COLOR` and `TERM=dumb` switch colours off; `PAGER` names the program that shows diffs.

        Variables that CleverAgents gives to the commands of plans and jobs begin with `AGENTS_` (`AGENTS_GOAL`, `AGENTS_FILE`,
        `AGENTS_FINDINGS`, `AGENTS_CONTEXT`, `AGENTS_PROMPT`, `AGENTS_BUDGET`, `AGENTS_DIR_…`, `AGENTS_JOB`, `AGENTS_LEASE`, `AGENTS_RUN`). They are not settings.
        """);
    matches("configuration.md", page.toString());
  }

  private static String shown(String value, Path home) {
    return value.isEmpty() ? "nothing" : "`%s`".formatted(value.replace(home.toString(), "~"));
  }

  private static void matches(String name, String text) throws IOException {
    Path file = FOLDER.resolve(name);
    if ("write".equals(System.getProperty("reference"))) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, text);
    }
    assertThat(Files.readString(file))
        .as("Regenerate it: mvn -pl cli -am test -Dtest=ReferenceTest -Dreference=write")
        .isEqualTo(text);
  }

  private static String commands() {
    CommandLine root = CommandTree.whole();
    StringBuilder page =
        new StringBuilder(
            """
            # Commands and options

            Generated from the code by a test (`-Dtest=ReferenceTest -Dreference=write`). Formats, exit codes, settings and the answers for
            programs: [commands.md](../commands.md).

            ## agents

            These options may come before or after a command.

            """);
    options(root.getCommandSpec(), page);
    Map<String, CommandLine> all = new LinkedHashMap<>();
    root.getSubcommands()
        .forEach(
            (name, line) -> {
              if (line.getSubcommands().isEmpty()) {
                all.put(name, line);
              }
              line.getSubcommands().forEach((inner, each) -> all.put(name + " " + inner, each));
            });
    all.forEach((name, line) -> command(name, line.getCommandSpec(), page));
    return page.toString();
  }

  private static void command(String name, CommandSpec spec, StringBuilder page) {
    String parameters =
        spec.positionalParameters().stream()
            .map(each -> " " + CommandHelp.label(each))
            .collect(Collectors.joining());
    page.append("\n## agents ").append(name).append(parameters).append("\n\n");
    page.append(String.join("\n", spec.usageMessage().description())).append("\n\n");
    for (PositionalParamSpec each : spec.positionalParameters()) {
      page.append("- `%s`: %s\n".formatted(each.paramLabel(), words(each.description())));
    }
    options(spec, page);
    List<String> examples = CommandHelp.examples(spec);
    page.append("\n```\n%s\n```\n".formatted(String.join("\n", examples)));
  }

  private static void options(CommandSpec spec, StringBuilder page) {
    List<OptionSpec> own = spec.options().stream().filter(each -> !each.inherited()).toList();
    for (OptionSpec option : own) {
      String names = Arrays.stream(option.names()).collect(Collectors.joining("`, `"));
      String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
      page.append(
          "- `%s%s`%s: %s\n".formatted(names, value, need(option), words(option.description())));
    }
  }

  /** Picocli calls each option of an exclusive group required; only the group is. */
  private static String need(OptionSpec option) {
    ArgGroupSpec group = option.group();
    if (group == null) {
      return option.required() ? " (required)" : "";
    }
    String others =
        group.options().stream()
            .filter(other -> !other.equals(option))
            .map(other -> "`" + other.longestName() + "`")
            .collect(Collectors.joining(" or "));
    return group.exclusive() && !others.isEmpty() ? " (not with " + others + ")" : "";
  }

  private static String words(String... description) {
    return String.join(" ", description);
  }
}
