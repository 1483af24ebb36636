package dev.cleveragents.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class CommandHelpTest {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"((?:\\\\.|[^\"])*)\"|(\\S+)");

  private final CommandLine whole = CommandTree.whole();

  /** The commands that do something. */
  static Stream<CommandLine> leaves(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command)
        : command.getSubcommands().values().stream().flatMap(CommandHelpTest::leaves);
  }

  @Test
  void everyCommandHasAnExampleThatParses() {
    assertThat(leaves(whole)).hasSizeGreaterThan(90).allSatisfy(CommandHelpTest::hasExamples);
  }

  private static void hasExamples(CommandLine command) {
    List<String> examples = CommandHelp.examples(command.getCommandSpec());
    assertThat(examples).as(Invocation.path(command)).isNotEmpty();
    for (String example : examples) {
      List<String> words = words(example);
      assertThat(words.getFirst()).isEqualTo("agents");
      String[] arguments = words.stream().skip(1).toArray(String[]::new);
      assertThat(Invocation.of(arguments).name()).as(example).isEqualTo(Invocation.path(command));
    }
  }

  /** The words of the first command of ours in a line of the shell. */
  private static List<String> words(String line) {
    String ours = line.replaceFirst("^eval \"\\$\\((.*)\\)\"$", "$1");
    return WORD.matcher(ours)
        .results()
        .takeWhile(word -> !word.group().matches("[|>].*"))
        .map(word -> Stream.of(word.group(1), word.group(2), word.group(3)))
        .map(groups -> groups.filter(group -> group != null).findFirst().orElseThrow())
        .toList();
  }

  @Test
  void theHelpOfACommandHasItsOwnOptionsAndExamplesWithinEightyColumns() {
    assertThat(leaves(whole)).allSatisfy(CommandHelpTest::hasOwnHelp);
  }

  private static void hasOwnHelp(CommandLine command) {
    List<OptionSpec> own =
        command.getCommandSpec().options().stream().filter(it -> !it.inherited()).toList();
    List<String> examples = CommandHelp.examples(command.getCommandSpec());

    String help = CommandHelp.of(command);

    assertThat(help)
        .startsWith("Usage: agents " + Invocation.path(command))
        .contains("every command, such as --json and --verbose: agents help")
        .doesNotContain("--data-dir", "--no-color");
    own.forEach(option -> assertThat(help).contains(option.longestName()));
    examples.forEach(example -> assertThat(help).contains("\n  " + example + "\n"));
    assertThat(help.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void theHelpOfAllListsTheCommandsBeforeTheOptionsOfEach() {
    String help = CommandHelp.of(whole);

    assertThat(help.indexOf("\nCommands:")).isBetween(0, help.indexOf("\n      --data-dir"));
    assertThat(help.indexOf("\n      --data-dir")).isLessThan(help.indexOf("Exit codes"));
  }

  @Test
  void optionsThatACommandNeedsStayInTheUsageLine(@TempDir Path home) {
    TestCli cli = new TestCli(home);

    assertThat(cli.run("help", "job", "add").out())
        .startsWith("Usage: agents job add --exec=CMD [OPTIONS]\n");
    assertThat(cli.run("help", "run").out()).startsWith("Usage: agents run [OPTIONS] GOAL\n");
  }
}
