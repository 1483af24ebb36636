package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import dev.cleveragents.cli.command.JobStatusConverter;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.PlanStateConverter;
import dev.cleveragents.cli.command.WordConverter;
import dev.cleveragents.cli.command.context.ContextCommands;
import dev.cleveragents.cli.command.definition.DefinitionCommands;
import dev.cleveragents.cli.command.demo.DemoCommands;
import dev.cleveragents.cli.command.installation.InstallationCommands;
import dev.cleveragents.cli.command.job.JobCommands;
import dev.cleveragents.cli.command.log.LogCommands;
import dev.cleveragents.cli.command.model.ModelCommands;
import dev.cleveragents.cli.command.plan.PlanCommands;
import dev.cleveragents.cli.command.project.ProjectCommands;
import dev.cleveragents.cli.command.sandbox.SandboxCommands;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.settings.GlobalOptions;
import dev.cleveragents.cli.tree.CompletionCommand.Shell;
import dev.cleveragents.engine.DurationText;
import dev.cleveragents.engine.budget.CostLine;
import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.SubplanRules.Merge;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.subplan.SubplanNode.Standing;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.WholeNumber;
import dev.cleveragents.workspace.resource.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * The tree of commands. Reading a command's annotations takes longer than running most commands, so
 * a run describes only the named command to picocli; help, completion and unknown names get the
 * whole tree.
 */
final class CommandTree {

  private static final int HELP_WIDTH = 80;

  private static final Map<String, CommandGroup> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.putAll(DemoCommands.groups());
    COMMANDS.putAll(PlanCommands.groups());
    COMMANDS.putAll(ModelCommands.groups());
    COMMANDS.putAll(SandboxCommands.groups());
    COMMANDS.putAll(LogCommands.groups());
    COMMANDS.putAll(JobCommands.groups());
    COMMANDS.putAll(ContextCommands.groups());
    COMMANDS.putAll(ProjectCommands.groups());
    COMMANDS.putAll(DefinitionCommands.groups());
    COMMANDS.putAll(InstallationCommands.groups());
    COMMANDS.put("completion", CommandGroup.single(CompletionCommand::new));
    COMMANDS.put("help", CommandGroup.single(HelpCommand::new));
  }

  private CommandTree() {}

  /** All commands. */
  static CommandLine whole() {
    return configured(withAll(new CommandLine(new GlobalOptions())));
  }

  /** Whether a command or group has this name. */
  static boolean has(String word) {
    return COMMANDS.containsKey(word);
  }

  /** The names in a group; none for a single command or an unknown word. */
  static Set<String> namesIn(String word) {
    CommandGroup group = COMMANDS.get(word);
    return group == null ? Set.of() : group.inside().keySet();
  }

  /**
   * Parses arguments, which may use other words for commands; fills {@code options}.
   *
   * @throws ParameterException if they are invalid
   */
  static ParseResult parse(GlobalOptions options, String... arguments) {
    String[] expanded = expanded(arguments);
    return forArguments(options, expanded).parseArgs(expanded);
  }

  /** The arguments with the usual names of commands. */
  static String[] expanded(String... arguments) {
    List<Integer> words = words(new CommandLine(new GlobalOptions()), arguments);
    return CommandAliases.expanded(words, arguments);
  }

  /** The part of the tree that these arguments need. */
  static CommandLine forArguments(GlobalOptions options, String... arguments) {
    CommandLine root = new CommandLine(options);
    List<String> words = words(root, arguments).stream().map(at -> arguments[at]).toList();
    CommandGroup named = words.isEmpty() ? null : COMMANDS.get(words.getFirst());
    return configured(
        named == null
            ? withAll(root)
            : root.addSubcommand(line(named, words.size() > 1 ? words.get(1) : null)));
  }

  /** Only the global options; other arguments and invalid values are ignored. */
  static CommandLine globalOptionsOnly(GlobalOptions options) {
    CommandLine root = configured(new CommandLine(options));
    root.setUnmatchedArgumentsAllowed(true);
    root.getCommandSpec().parser().collectErrors(true);
    return root;
  }

  private static CommandLine withAll(CommandLine root) {
    COMMANDS.values().forEach(group -> root.addSubcommand(line(group, null)));
    return root;
  }

  /** The group as picocli sees it, with one of the commands inside, or with all. */
  private static CommandLine line(CommandGroup group, @Nullable String name) {
    CommandLine line = laidOut(group.command().get());
    Supplier<AgentsCommand> named = name == null ? null : group.inside().get(name);
    if (named != null) {
      line.addSubcommand(laidOut(named.get()));
    } else {
      group.inside().values().forEach(each -> line.addSubcommand(laidOut(each.get())));
    }
    return line;
  }

  /** In help a command's own options come first, in their order, then those of all commands. */
  private static CommandLine laidOut(Object command) {
    CommandLine line = new CommandLine(command);
    line.getCommandSpec()
        .usageMessage()
        .sortOptions(false)
        .parameterListHeading("%n")
        .optionListHeading("%nOptions:%n")
        .commandListHeading("%nCommands:%n");
    return line;
  }

  /** Arguments reach the commands as they were given: no file is read in place of an @argument. */
  private static CommandLine configured(CommandLine root) {
    return root.setExpandAtFiles(false)
        .setUsageHelpWidth(HELP_WIDTH)
        .registerConverter(int.class, CommandTree::integer)
        .registerConverter(Integer.class, CommandTree::integer)
        .registerConverter(long.class, CommandTree::number)
        .registerConverter(Long.class, CommandTree::number)
        .registerConverter(Duration.class, CommandTree::duration)
        .registerConverter(AsyncJobStatus.class, new JobStatusConverter())
        .registerConverter(PlanState.class, new PlanStateConverter())
        .registerConverter(Standing.class, new WordConverter<>(List.of(Standing.values())))
        .registerConverter(Name.class, new NameConverter())
        .registerConverter(ResourceType.class, new WordConverter<>(List.of(ResourceType.values())))
        .registerConverter(
            DefinitionKind.class, new WordConverter<>(List.copyOf(DefinitionKind.ALL)))
        .registerConverter(ClashPolicy.class, new WordConverter<>(List.of(ClashPolicy.values())))
        .registerConverter(Merge.class, new WordConverter<>(List.of(Merge.values())))
        .registerConverter(CostLine.By.class, new WordConverter<>(List.of(CostLine.By.values())))
        .registerConverter(Format.class, new WordConverter<>(List.of(Format.values())))
        .registerConverter(Shell.class, new WordConverter<>(List.of(Shell.values())));
  }

  private static long number(String text) {
    try {
      return WholeNumber.parse(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private static int integer(String text) {
    long number = number(text);
    if (number != (int) number) {
      throw new TypeConversionException("'%s' is out of range".formatted(text));
    }
    return (int) number;
  }

  /**
   * Where the arguments are that are neither global options nor their values, nor look like one.
   */
  private static List<Integer> words(CommandLine root, String... arguments) {
    List<Integer> words = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      OptionSpec option = root.getCommandSpec().findOption(arguments[i]);
      if (option != null && option.arity().min() > 0) {
        i++;
      } else if (!arguments[i].startsWith("-")) {
        words.add(i);
      }
    }
    return words;
  }

  /** Reads durations on the command line, as the engine reads them. */
  private static Duration duration(String text) {
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
