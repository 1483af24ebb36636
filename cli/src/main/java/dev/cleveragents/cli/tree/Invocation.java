package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.installation.VersionCommand;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.settings.GlobalOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The parsed arguments of one run.
 *
 * @param name the command's name with those above it, for example {@code plan list}
 */
public record Invocation(String name, AgentsCommand command, GlobalOptions options) {

  /** The name of the command if none was recognised. */
  public static final String NO_COMMAND = "agents";

  /**
   * Parses the arguments.
   *
   * @throws ProblemException if they are invalid; the problem suggests the nearest valid ones
   */
  public static Invocation of(String... arguments) {
    if (arguments.length > 1 && arguments[0].equals(CompleteCommand.NAME)) {
      return completion(List.of(arguments).subList(1, arguments.length));
    }
    GlobalOptions options = new GlobalOptions();
    ParseResult parsed;
    try {
      parsed = CommandTree.parse(options, arguments);
    } catch (ParameterException e) {
      throw new ProblemException(UsageProblem.of(e), e);
    }
    if (parsed.isVersionHelpRequested()) {
      return new Invocation("version", new VersionCommand(), options);
    }
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    CommandLine chosen = parsed.commandSpec().commandLine();
    if (parsed.isUsageHelpRequested() || !(chosen.getCommand() instanceof AgentsCommand)) {
      return new Invocation("help", HelpCommand.about(path(chosen)), options);
    }
    return new Invocation(path(chosen), chosen.getCommand(), options);
  }

  /** The words of an unfinished command line are not parsed; only its home folder counts. */
  private static Invocation completion(List<String> words) {
    List<String> options = new ArrayList<>(List.of("--format", "plain"));
    int home = words.lastIndexOf("--data-dir");
    if (home > 0 && home + 1 < words.size()) {
      options.addAll(words.subList(home, home + 2));
    }
    return new Invocation(
        CompleteCommand.NAME,
        new CompleteCommand(words),
        optionsAmong(options.toArray(String[]::new)));
  }

  /** The global options among otherwise invalid arguments. */
  public static GlobalOptions optionsAmong(String... arguments) {
    GlobalOptions options = new GlobalOptions();
    CommandTree.globalOptionsOnly(options).parseArgs(arguments);
    return options;
  }

  /** The names from below {@code agents} down to this command, with spaces between. */
  static String path(CommandLine command) {
    String full = command.getCommandSpec().qualifiedName();
    int space = full.indexOf(' ');
    return space < 0 ? "" : full.substring(space + 1);
  }
}
