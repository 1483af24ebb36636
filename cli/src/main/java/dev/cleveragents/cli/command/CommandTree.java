package dev.cleveragents.cli.command;

import dev.cleveragents.cli.command.CompletionCommand.Shell;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.settings.GlobalOptions;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import java.time.Duration;
import java.util.ArrayList;
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

  /** A command, or a group of them, which only holds others. */
  private record Entry(Supplier<?> command, Map<String, Supplier<AgentsCommand>> inside) {

    static Entry of(Group group) {
      return new Entry(group.command(), group.inside());
    }

    /** The entry as picocli sees it, with one of the commands inside, or with all. */
    CommandLine line(@Nullable String name) {
      CommandLine line = new CommandLine(command.get());
      Supplier<AgentsCommand> named = name == null ? null : inside.get(name);
      if (named != null) {
        line.addSubcommand(named.get());
      } else {
        inside.values().forEach(each -> line.addSubcommand(each.get()));
      }
      return line;
    }
  }

  /** A group of commands that is described elsewhere. */
  record Group(Supplier<?> command, Map<String, Supplier<AgentsCommand>> inside) {}

  private static final Map<String, Entry> COMMANDS = new LinkedHashMap<>();

  static {
    put("demo", DemoCommand::new);
    put("run", RunCommand::new);
    Map<String, Supplier<AgentsCommand>> plan = new LinkedHashMap<>();
    plan.put("use", PlanUseCommand::new);
    plan.put("execute", PlanExecuteCommand::new);
    plan.put("apply", PlanApplyCommand::new);
    plan.put("undo", PlanUndoCommand::new);
    plan.put("status", PlanStatusCommand::new);
    plan.put("list", PlanListCommand::new);
    plan.put("watch", PlanWatchCommand::new);
    plan.put("diff", PlanDiffCommand::new);
    plan.put("artifacts", PlanArtifactsCommand::new);
    plan.put("tree", PlanTreeCommand::new);
    plan.put("explain", PlanExplainCommand::new);
    plan.put("errors", PlanErrorsCommand::new);
    plan.put("resume", PlanResumeCommand::new);
    plan.put("pause", PlanPauseCommand::new);
    plan.put("checkpoints", PlanCheckpointsCommand::new);
    plan.put("rollback", PlanRollbackCommand::new);
    plan.put("replan", PlanReplanCommand::new);
    plan.put("cancel", PlanCancelCommand::new);
    COMMANDS.put("plan", new Entry(PlanCommand::new, plan));
    COMMANDS.put("sandbox", Entry.of(SandboxCommand.group()));
    Map<String, Supplier<AgentsCommand>> audit = new LinkedHashMap<>();
    audit.put("log", AuditLogCommand::new);
    audit.put("verify", AuditVerifyCommand::new);
    audit.put("export", AuditExportCommand::new);
    COMMANDS.put("audit", new Entry(AuditCommand::new, audit));
    Map<String, Supplier<AgentsCommand>> events = new LinkedHashMap<>();
    events.put("tail", EventsTailCommand::new);
    COMMANDS.put("events", new Entry(EventsCommand::new, events));
    Map<String, Supplier<AgentsCommand>> job = new LinkedHashMap<>();
    job.put("add", JobAddCommand::new);
    job.put("list", JobListCommand::new);
    job.put("show", JobShowCommand::new);
    job.put("cancel", JobCancelCommand::new);
    job.put("retry", JobRetryCommand::new);
    job.put("purge", JobPurgeCommand::new);
    COMMANDS.put("job", new Entry(JobCommand::new, job));
    Map<String, Supplier<AgentsCommand>> worker = new LinkedHashMap<>();
    worker.put("run", WorkerRunCommand::new);
    worker.put("status", WorkerStatusCommand::new);
    COMMANDS.put("worker", new Entry(WorkerCommand::new, worker));
    DefinitionCommands.groups().forEach((name, group) -> COMMANDS.put(name, Entry.of(group)));
    put("init", InitCommand::new);
    put("schema", SchemaCommand::new);
    put("info", InfoCommand::new);
    put("diagnostics", DiagnosticsCommand::new);
    put("backup", BackupCommand::new);
    put("restore", RestoreCommand::new);
    put("version", VersionCommand::new);
    put("install", InstallCommand::new);
    put("completion", CompletionCommand::new);
    put("help", HelpCommand::new);
  }

  private static void put(String name, Supplier<AgentsCommand> command) {
    COMMANDS.put(name, new Entry(command, Map.of()));
  }

  private CommandTree() {}

  /** All commands. */
  static CommandLine whole() {
    return configured(withAll(new CommandLine(new GlobalOptions())));
  }

  /** What is needed to understand these arguments, to fill {@code options} from them. */
  static CommandLine forArguments(GlobalOptions options, String... arguments) {
    CommandLine root = new CommandLine(options);
    List<String> words = words(root, arguments);
    Entry named = words.isEmpty() ? null : COMMANDS.get(words.getFirst());
    return configured(
        named == null
            ? withAll(root)
            : root.addSubcommand(named.line(words.size() > 1 ? words.get(1) : null)));
  }

  /** Only the global options: every other argument is passed over, and so is a wrong value. */
  static CommandLine globalOptionsOnly(GlobalOptions options) {
    CommandLine root = configured(new CommandLine(options));
    root.setUnmatchedArgumentsAllowed(true);
    root.getCommandSpec().parser().collectErrors(true);
    return root;
  }

  private static CommandLine withAll(CommandLine root) {
    COMMANDS.values().forEach(entry -> root.addSubcommand(entry.line(null)));
    return root;
  }

  /** Arguments reach the commands as they were given: no file is read in place of an @argument. */
  private static CommandLine configured(CommandLine root) {
    return root.setExpandAtFiles(false)
        .setUsageHelpWidth(HELP_WIDTH)
        .registerConverter(Duration.class, new Span())
        .registerConverter(AsyncJobStatus.class, new StatusWord())
        .registerConverter(Name.class, new NameWord())
        .registerConverter(ResourceType.class, new Choice<>(List.of(ResourceType.values())))
        .registerConverter(DefinitionKind.class, new Choice<>(List.copyOf(DefinitionKind.ALL)))
        .registerConverter(Format.class, new Choice<>(List.of(Format.values())))
        .registerConverter(Shell.class, new Choice<>(List.of(Shell.values())));
  }

  /** The arguments that are neither global options nor their values, nor look like an option. */
  private static List<String> words(CommandLine root, String... arguments) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      OptionSpec option = root.getCommandSpec().findOption(arguments[i]);
      if (option != null && option.arity().min() > 0) {
        i++;
      } else if (!arguments[i].startsWith("-")) {
        words.add(arguments[i]);
      }
    }
    return words;
  }
}
