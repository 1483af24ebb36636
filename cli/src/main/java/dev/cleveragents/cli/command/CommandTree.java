package dev.cleveragents.cli.command;

import dev.cleveragents.cli.command.CompletionCommand.Shell;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.settings.GlobalOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Which commands there are. Reading a command's annotations takes longer than running most
 * commands, so a run describes to picocli only the command that its arguments name; help,
 * completion and an unknown name get the whole tree.
 */
final class CommandTree {

  private static final int HELP_WIDTH = 100;

  private static final Map<String, Supplier<AgentsCommand>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("info", InfoCommand::new);
    COMMANDS.put("version", VersionCommand::new);
    COMMANDS.put("install", InstallCommand::new);
    COMMANDS.put("completion", CompletionCommand::new);
    COMMANDS.put("help", HelpCommand::new);
  }

  private CommandTree() {}

  /** All commands. */
  static CommandLine whole() {
    return configured(withAll(new CommandLine(new GlobalOptions())));
  }

  /** What is needed to understand these arguments, to fill {@code options} from them. */
  static CommandLine forArguments(GlobalOptions options, String... arguments) {
    CommandLine root = new CommandLine(options);
    Supplier<AgentsCommand> named = COMMANDS.get(firstWord(root, arguments));
    return configured(named == null ? withAll(root) : root.addSubcommand(named.get()));
  }

  /** Only the global options: every other argument is passed over, and so is a wrong value. */
  static CommandLine globalOptionsOnly(GlobalOptions options) {
    CommandLine root = configured(new CommandLine(options));
    root.setUnmatchedArgumentsAllowed(true);
    root.getCommandSpec().parser().collectErrors(true);
    return root;
  }

  private static CommandLine withAll(CommandLine root) {
    COMMANDS.values().forEach(command -> root.addSubcommand(command.get()));
    return root;
  }

  /** Arguments reach the commands as they were given: no file is read in place of an @argument. */
  private static CommandLine configured(CommandLine root) {
    return root.setExpandAtFiles(false)
        .setUsageHelpWidth(HELP_WIDTH)
        .registerConverter(Format.class, new Choice<>(List.of(Format.values())))
        .registerConverter(Shell.class, new Choice<>(List.of(Shell.values())));
  }

  private static @Nullable String firstWord(CommandLine root, String... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      OptionSpec option = root.getCommandSpec().findOption(arguments[i]);
      if (option != null && option.arity().min() > 0) {
        i++;
      } else if (!arguments[i].startsWith("-")) {
        return arguments[i];
      }
    }
    return null;
  }
}
