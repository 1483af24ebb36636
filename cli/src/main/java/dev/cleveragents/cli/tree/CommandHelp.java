package dev.cleveragents.cli.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of one command: its own options and its examples; one line names the options that every
 * command takes, which only the help of {@code agents} lists. A command declares its examples as
 * the footer of its annotation.
 */
final class CommandHelp {

  private static final String PARENT = "${PARENT-COMMAND-NAME}";

  /** In the help of {@code agents} its commands come first. */
  private static final List<String> OPTIONS =
      List.of(
          UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING,
          UsageMessageSpec.SECTION_KEY_OPTION_LIST);

  private static final String USAGE = "Usage: ";

  private CommandHelp() {}

  /** The help of a command; its description is changed by this, so it must not be parsed with. */
  static String of(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (spec.parent() != null) {
      spec.usageMessage().footer(footer(spec));
      spec.usageMessage().synopsisHeading(USAGE);
      List.copyOf(spec.options()).stream().filter(OptionSpec::inherited).forEach(spec::remove);
      if (spec.usageMessage().customSynopsis().length == 0 && isLong(spec)) {
        spec.usageMessage().customSynopsis(shortSynopsis(spec));
      }
    } else {
      List<String> sections = new ArrayList<>(command.getHelpSectionKeys());
      sections.removeAll(OPTIONS);
      sections.addAll(sections.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER), OPTIONS);
      command.setHelpSectionKeys(sections);
    }
    return command.getUsageMessage(Ansi.OFF);
  }

  /** The examples of a command, as a user types them. */
  static List<String> examples(CommandSpec spec) {
    CommandSpec parent = spec.parent();
    String group = parent == null ? "" : parent.name();
    return Stream.of(spec.usageMessage().footer())
        .map(line -> line.replace(PARENT, group))
        .toList();
  }

  private static String[] footer(CommandSpec spec) {
    List<String> lines = new ArrayList<>();
    List<String> examples = examples(spec);
    if (!examples.isEmpty()) {
      lines.add("");
      lines.add(examples.size() == 1 ? "Example:" : "Examples:");
      examples.forEach(example -> lines.add("  " + example.replace("%", "%%")));
    }
    lines.add("");
    lines.add(
        spec.subcommands().isEmpty()
            ? "Options of every command, such as --json and --verbose: agents help"
            : "Help of one command: agents help %s COMMAND".formatted(spec.name()));
    return lines.toArray(String[]::new);
  }

  private static boolean isLong(CommandSpec spec) {
    return new Help(spec).synopsis(USAGE.length()).lines().count() > 2;
  }

  /** The line of a command with many options: those that it needs, and the arguments. */
  private static String shortSynopsis(CommandSpec spec) {
    Stream<String> needed =
        spec.options().stream()
            .filter(option -> option.required() && option.group() == null)
            .map(option -> " %s=%s".formatted(option.longestName(), option.paramLabel()));
    Stream<String> arguments =
        spec.positionalParameters().stream().map(CommandHelp::label).map(" "::concat);
    return spec.qualifiedName()
        + Stream.concat(Stream.concat(needed, Stream.of(" [OPTIONS]")), arguments)
            .collect(Collectors.joining());
  }

  /** The label of an argument, in brackets if it can be left out. */
  static String label(PositionalParamSpec argument) {
    return argument.arity().min() == 0 ? "[" + argument.paramLabel() + "]" : argument.paramLabel();
  }
}
