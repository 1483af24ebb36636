package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.model.NoModel;
import dev.cleveragents.cli.command.plan.progress.PlanProgress;
import dev.cleveragents.cli.command.plan.report.DiffView;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.PlanRun;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.Name;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents demo}: a whole plan on a sample project, whose worker is killed half way. */
@Command(
    name = "demo",
    description = {
      "Let an agent work on a new sample project: no set-up, no key, no question.",
      "Uses a recording of a model's replies, a real git repository, a failing test, a worker killed"
          + " half way, an apply next to an uncommitted edit, and the audit log."
    },
    footer = "agents demo")
final class DemoCommand implements AgentsCommand {

  private static final String GOAL = "add a discount to the prices";
  private static final int WIDTH = 79;

  /** The steps up to the first run of the test, in which the first worker is killed. */
  private static final int STEPS_BEFORE_THE_TEST = 7;

  /** The events that tell the story; 'audit log' shows all. */
  private static final Set<String> TOLD =
      Set.of(
          "plan.made",
          "model.replied",
          "tool.done",
          "tool.failed",
          "validation.ran",
          "plan.error",
          "apply.done");

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Folder to create; default: a new temporary folder.")
  @Nullable Path directory;

  @Option(
      names = "--live",
      description = "Ask the best configured model instead of the recording; costs a few cents.")
  boolean live;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.write(
        context,
        agents -> {
          try {
            return demo(agents, context);
          } catch (IOException e) {
            throw failed("Cannot write the demo's project: " + e.getMessage() + ".", e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("Interrupted.", e);
          }
        });
  }

  private Result demo(CleverAgents agents, CommandContext context)
      throws IOException, InterruptedException {
    Dialogue say = context.dialogue();
    DemoProject project = DemoProject.make(folder(context), agents.runner(), context.interrupt());
    say.say("1. a small shop in a git repository: " + project.folder());
    say.say("   with a line in " + DemoProject.UNCOMMITTED + " that is not committed");
    ModelName model =
        live
            ? NoModel.best(agents.models(), context)
            : DemoProject.withRecording(file -> agents.models().addRecording(file));
    String actor = live ? model.toString() : "demo";
    Work work = new Work.ByModel(actor, List.of(model), AgentLimits.STANDARD, "");
    Plan plan =
        agents
            .plans()
            .use(
                new NewPlan(
                    agents.projects().open(project.folder()),
                    new NewPlan.Title("demo", GOAL, "trusted", false, Budget.UNLIMITED),
                    new NewPlan.Actors(new Work.Plain(), work),
                    List.of(ValidationSpec.required(Name.of("test"), "./test.sh")),
                    List.of()),
                context.interrupt());
    PlanRun run = agents.watching(plan.id(), new PlanProgress(say));
    say.say("2. a plan: " + GOAL + "; a worker process lets an agent work, in a sandbox");
    say.say("   the agent's model: " + (live ? model : "a recording, so no key is needed"));
    long killed = new DemoWorker(agents, context).killAfter(STEPS_BEFORE_THE_TEST, run);
    say.say(
        "3. killed that worker (kill -9, process " + killed + ") half way; this process continues");
    Plan carriedOut = agents.work(run, context.interrupt());
    require(carriedOut, PlanState.COMPLETE);
    PlanCost cost = agents.plans().budgets().cost(plan.id());
    say.say(
        "   it asked for no reply a second time: %d replies in all, which %s %s"
            .formatted(cost.calls(), live ? "cost" : "would have cost", cost.money()));
    say.say("4. the test passes; the result:");
    DiffView.of(agents, plan.id()).stat().forEach(line -> say.say("   " + line));
    agents.plans().apply(plan.id());
    Plan applied = agents.work(run, context.interrupt());
    require(applied, PlanState.APPLIED);
    if (!project.hasUncommittedEdit()) {
      throw failed("The uncommitted edit has changed. This is a defect in CleverAgents.", null);
    }
    say.say("5. applied as one commit; the uncommitted line is as it was, byte for byte");
    return answer(agents, project, applied, context.environment());
  }

  private Path folder(CommandContext context) throws IOException {
    if (directory == null) {
      return Files.createTempDirectory("cleveragents-demo-");
    }
    Path there = context.environment().workingDirectory().resolve(directory).normalize();
    if (Files.isDirectory(there)) {
      try (Stream<Path> inside = Files.list(there)) {
        if (inside.findAny().isPresent()) {
          throw new ProblemException(
              new Problem(
                  ExitCode.CONFLICT,
                  there + " is not empty; nothing was written.",
                  "Name a folder that does not exist yet.",
                  "agents demo"));
        }
      }
    }
    return there;
  }

  private static void require(Plan plan, PlanState state) {
    if (plan.status().state() != state) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              "The demo's plan is %s.".formatted(plan.status().stage()),
              "Its work is kept. Show the errors:",
              "agents plan errors " + DisplayText.shortId(plan.id())));
    }
  }

  private static Result answer(
      CleverAgents agents, DemoProject project, Plan plan, Environment environment) {
    Page.Builder page = Page.builder();
    List<AuditEntry> trail = agents.log().tail(EventFilter.ofPlan(plan.id()), 1_000);
    page.heading("What happened, from the audit log");
    trail.stream()
        .filter(entry -> TOLD.contains(entry.event().type()))
        .forEach(entry -> page.text(brief(entry, trail.getFirst().at())));
    page.heading("Try");
    page.text(
        """
        cd %1$s
        git log -p -1
        git status --short
        %2$s plan diff
        %2$s plan tree
        %2$s plan artifacts
        %2$s audit log --plan last
        %2$s plan export --recording
        %2$s run 'greet' --exec 'echo hello > hello.txt'
        """
            .formatted(project.folder(), program(environment)));
    page.row("demo", "done", "", Mark.GOOD);
    return Result.ok(
        Data.of(PlanView.VIEW, plan)
            .with("folder", project.folder())
            .with("files", DiffView.of(agents, plan.id()).data())
            .with("uncommitted_edit_kept", true)
            .with("events", trail.size()),
        page.build());
  }

  /** An entry on a line of a terminal: the seconds since the first, its type, its details. */
  private static String brief(AuditEntry entry, Instant first) {
    String details =
        entry.event().data().entrySet().stream()
            .filter(it -> !String.valueOf(it.getValue()).equals("[]"))
            .map(it -> it.getKey() + "=" + it.getValue())
            .collect(Collectors.joining(" "));
    double seconds = Duration.between(first, entry.at()).toMillis() / 1_000.0;
    String line = "%5.2f s  %-15s  %s".formatted(seconds, entry.event().type(), details);
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + "…";
  }

  /** How the user starts this program: by its name, once it is installed. */
  private static String program(Environment environment) {
    Path launcher = environment.launcher();
    boolean installed =
        Stream.of(environment.variables().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "agents")));
    return launcher == null || installed ? "agents" : launcher.toString();
  }

  private static ProblemException failed(String message, @Nullable Exception cause) {
    Problem problem = new Problem(ExitCode.FAILED, message, null, null);
    return cause == null ? new ProblemException(problem) : new ProblemException(problem, cause);
  }
}
