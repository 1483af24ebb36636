package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.model.NoModel;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.tool.WorkPlace;
import dev.cleveragents.models.ModelDirectory;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents run}: a plan from goal to commit in one command. */
@Command(
    name = "run",
    description = {
      "Create a plan for a goal, run it in a sandbox, check it, show the diff, ask, and apply it.",
      "It works on this folder's project, with profile trusted unless the project names another.",
      "Your files change only when the result is applied.",
      "Without --exec and --actor the best configured language model does the work; see 'agents"
          + " model list'.",
      "The command of --exec finds the goal in AGENTS_GOAL and the output of failed checks in"
          + " AGENTS_FINDINGS; {goal} and {findings} insert the same as one quoted word."
    },
    footer = {
      "agents run 'Fix the failing test' --check 'mvn -q test'",
      "agents run 'Fix typos' --exec \"sed -i 's/teh/the/' README.md\"",
      "agents run 'Port to Java 25' --actor claude-code --budget 2.00"
    })
final class RunCommand implements AgentsCommand {

  @Parameters(paramLabel = "GOAL", description = "What to achieve, as one argument.")
  String goal = "";

  @Option(
      names = "--exec",
      paramLabel = "CMD",
      description =
          "Command that does the work, run with sh -c in the sandbox, in the folder that"
              + " corresponds to the current one.")
  @Nullable String line;

  @Option(
      names = "--actor",
      paramLabel = "NAME",
      description =
          "Actor, coding agent or model that does the work, such as claude-code or"
              + " anthropic/claude-sonnet-4-5; see 'agents actor list'.")
  @Nullable String actor;

  @Option(
      names = "--mcp",
      paramLabel = "NAME",
      description = "MCP server whose tools the model may call; repeatable; see 'agents mcp list'.")
  List<Name> mcp = List.of();

  @Option(
      names = "--check",
      paramLabel = "CMD",
      description = "Command that must pass before apply; repeatable.")
  List<String> checks = List.of();

  @Option(
      names = "--fix",
      paramLabel = "CMD",
      description = "Command that fixes failed checks; default: --exec again, if it uses findings.")
  @Nullable String fix;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "Time limit of one run of the command; default: 1h.")
  Duration deadline = Duration.ofHours(1);

  @Option(
      names = "--retries",
      paramLabel = "N",
      description =
          "Number of times that a command runs again if it fails or hits its deadline, each time "
              + "from the files before it; default: 0.")
  int retries;

  @Option(
      names = "--fast",
      description = "Let the model begin with the work at once, without planning before.")
  boolean fast;

  @Mixin SplitOptions split = new SplitOptions();

  @Mixin DeliveryOptions delivery = new DeliveryOptions();

  @Mixin RecordingOptions recording = new RecordingOptions();

  @Mixin NewPlanOptions start = new NewPlanOptions();

  @Override
  public Result run(CommandContext context) {
    if (Stream.of(line, actor, recording.replay).filter(Objects::nonNull).count() > 1) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "--exec, --actor and --replay exclude each other.",
              "Pass only one of them.",
              "agents help run"));
    }
    RecordingTarget target = recording.target(context);
    return start.make(
        context,
        (agents, project) -> {
          WorkPlace here = here(project, context);
          return split.split(
              agents
                  .drafts()
                  .ofGoal(project, goal, doer(agents, context), start.profile, validations(here))
                  .in(here)
                  .with(delivery.on(Delivery.USUAL)),
              agents,
              context,
              start.yes);
        },
        target::write);
  }

  /** The current folder, if it is within a resource of the project; else the top of the first. */
  private static WorkPlace here(Project project, CommandContext context) {
    Path current = real(context.environment().workingDirectory());
    for (Resource resource : project.resources()) {
      Path top = real(resource.location());
      if (current.startsWith(top)) {
        boolean first = resource.equals(project.resources().getFirst());
        return new WorkPlace(
            first ? null : resource.name(), top.relativize(current).toString().replace('\\', '/'));
      }
    }
    return WorkPlace.TOP;
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  private Doer doer(CleverAgents agents, CommandContext context) {
    if (line != null && !mcp.isEmpty()) {
      throw noServers();
    }
    if (line != null) {
      return new Doer.Line(
          new Work.ByCommand("exec", line, fix, deadline, List.of()).withRetries(retries));
    }
    if (retries != 0) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "--retries is only for --exec.",
              "A model decides itself what it tries again.",
              "agents help run"));
    }
    ModelName replayed = recording.model(agents, context);
    if (replayed != null) {
      return model(agents, replayed);
    }
    if (actor == null) {
      return model(agents, NoModel.best(agents.models(), context));
    }
    if (isModel(agents, actor)) {
      return model(agents, ModelName.of(actor));
    }
    if (!mcp.isEmpty()) {
      throw noServers();
    }
    return new Doer.Named(Name.of(actor), fix);
  }

  private static ProblemException noServers() {
    return new ProblemException(
        new Problem(
            ExitCode.USAGE,
            "--mcp is only for a model, not for a command or a stored actor.",
            "Name the MCP servers in the actor's YAML file, with the key 'mcp'.",
            "agents schema actor"));
  }

  private Doer model(CleverAgents agents, ModelName name) {
    return new Doer.Model(name, !fast && agents.models().plans(name), mcp);
  }

  /** A stored actor hides a model of the same name. */
  static boolean isModel(CleverAgents agents, String actor) {
    return ModelDirectory.isProvider(actor)
        && agents.definitions().list(DefinitionKind.ACTOR, false).stream()
            .noneMatch(stored -> stored.name().toString().equals(actor));
  }

  private List<ValidationSpec> validations(WorkPlace here) {
    return IntStream.range(0, checks.size())
        .mapToObj(i -> ValidationSpec.required(name(i), checks.get(i)).in(here))
        .toList();
  }

  private Name name(int check) {
    return Name.of(checks.size() == 1 ? "check" : "check-" + (check + 1));
  }
}
