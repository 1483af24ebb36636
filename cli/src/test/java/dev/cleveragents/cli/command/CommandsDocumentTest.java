package dev.cleveragents.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The page about the commands has every command and option that there is, and no other. */
class CommandsDocumentTest {

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--?[a-z][a-z-]*)");

  private final CommandLine root = CommandTree.whole();
  private String document;

  @BeforeEach
  void read() throws IOException {
    document = Files.readString(Path.of("../docs/commands.md"));
  }

  /** What can be run, by its full name without "agents". */
  private Map<String, CommandLine> commands() {
    Map<String, CommandLine> found = new LinkedHashMap<>();
    root.getSubcommands()
        .forEach(
            (name, line) -> {
              if (line.getSubcommands().isEmpty()) {
                found.put(name, line);
              }
              line.getSubcommands().forEach((inner, each) -> found.put(name + " " + inner, each));
            });
    return found;
  }

  /** The rows of the table of commands, by the command that the first cell begins with. */
  private Map<String, String> rows() {
    Map<String, String> rows = new LinkedHashMap<>();
    document
        .lines()
        .dropWhile(line -> !line.startsWith("| command |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .forEach(row -> rows.put(command(row.split("(?<!\\\\)[|]")[1]), row));
    return rows;
  }

  private static String command(String cell) {
    String[] words = all(CODE, cell).getFirst().split(" ");
    return words.length > 1 && words[1].matches("[a-z]+") && !words[0].equals("completion")
        ? words[0] + " " + words[1]
        : words[0];
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
  }

  /** The options in what is written as code and is not the line of another program. */
  private Set<String> optionsIn(String text) {
    return all(CODE, text).stream()
        .filter(code -> code.matches("(-|agents ).*") || isCommand(code.split(" ")[0]))
        .flatMap(code -> all(OPTION, code).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private boolean isCommand(String word) {
    return root.getSubcommands().containsKey(word);
  }

  private static List<OptionSpec> ownOptions(CommandLine line) {
    return line.getCommandSpec().options().stream().filter(option -> !option.inherited()).toList();
  }

  private static Set<String> names(List<OptionSpec> options) {
    return options.stream()
        .flatMap(option -> List.of(option.names()).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyCommandHasARowAndEveryRowIsACommand() {
    assertThat(rows()).hasSizeGreaterThan(5);
    assertThat(rows().keySet()).containsExactlyInAnyOrderElementsOf(commands().keySet());
  }

  @Test
  void everyOptionOfACommandIsInItsRowAndNoOther() {
    Set<String> global = names(root.getCommandSpec().options());
    List<String> wrong = new ArrayList<>();
    commands()
        .forEach(
            (name, line) -> {
              Set<String> written = optionsIn(rows().getOrDefault(name, ""));
              for (OptionSpec option : ownOptions(line)) {
                if (List.of(option.names()).stream().noneMatch(written::contains)) {
                  wrong.add("not in the row of " + name + ": " + option.longestName());
                }
              }
              written.removeAll(names(ownOptions(line)));
              written.removeAll(global);
              written.forEach(option -> wrong.add(name + " has no " + option));
            });
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyGlobalOptionIsSomewhereAndNoOptionIsInvented() {
    Set<String> written = optionsIn(document);
    assertThat(root.getCommandSpec().options())
        .allMatch(option -> List.of(option.names()).stream().anyMatch(written::contains));
    Set<String> known = names(root.getCommandSpec().options());
    commands().values().forEach(line -> known.addAll(names(ownOptions(line))));
    assertThat(known).containsAll(written);
  }
}
