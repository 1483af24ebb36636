package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.command.Interruptible;
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
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
          + " half way, and an apply next to an uncommitted edit.",
      "All of it is in a folder of its own, which the end names; your home folder is not touched."
    },
    footer = "agents demo")
final class DemoCommand implements AgentsCommand {

  private static final String GOAL = "add a discount to the prices";

  /** The steps up to the first run of the test, in which the first worker is killed. */
  private static final int STEPS_BEFORE_THE_TEST = 7;

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
    try {
      Path folder = folder(context);
      Path home = Files.createDirectories(folder.resolve("home"));
      return StoreAccess.inHome(
          home, context, agents -> demo(new DemoRun(agents, folder, home), context));
    } catch (IOException e) {
      throw notWritten(e);
    }
  }

  /**
   * Where the demo works.
   *
   * @param folder all that it makes
   * @param home its home folder in there; the user's own is not touched
   */
  private record DemoRun(CleverAgents agents, Path folder, Path home) {}

  private Result demo(DemoRun demo, CommandContext context) {
    try {
      return work(demo, context);
    } catch (IOException e) {
      throw notWritten(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("Interrupted. Remove what the demo left: rm -rf " + demo.folder(), e);
    }
  }

  private Result work(DemoRun demo, CommandContext context)
      throws IOException, InterruptedException {
    CleverAgents agents = demo.agents();
    Dialogue say = context.dialogue();
    DemoProject project =
        DemoProject.make(demo.folder().resolve("shop"), agents.runner(), context.interrupt());
    say.say("1. a small shop in a git repository: " + project.folder());
    say.say("   with a line in " + DemoProject.UNCOMMITTED + " that is not committed");
    ModelName model =
        live
            ? NoModel.best(agents.models(), context)
            : DemoProject.withRecording(file -> agents.models().addRecording(file));
    PlanId id = plan(agents, project, model, context);
    PlanRun run = agents.watching(id, new PlanProgress(say));
    say.say("2. a plan: " + GOAL + "; a worker process lets an agent work, in a sandbox");
    say.say("   the agent's model: " + (live ? model : "a recording, so no key is needed"));
    long killed =
        new DemoWorker(agents, demo.home(), context).killAfter(STEPS_BEFORE_THE_TEST, run);
    say.say(
        "3. killed that worker (kill -9, process " + killed + ") half way; this process continues");
    Plan carriedOut = agents.work(run, context.interrupt());
    require(carriedOut, PlanState.COMPLETE);
    say.say("4. the test passes; the result:");
    DiffView.of(agents, id).stat().forEach(line -> say.say("   " + line));
    agents.plans().apply(id);
    Plan applied = agents.work(run, context.interrupt());
    require(applied, PlanState.APPLIED);
    if (!project.hasUncommittedEdit()) {
      throw failed("The uncommitted edit has changed. This is a defect in CleverAgents.", null);
    }
    say.say("5. applied as one commit; the uncommitted line is as it was, byte for byte");
    return answer(demo, project, applied, killed, context.environment());
  }

  private PlanId plan(
      CleverAgents agents, DemoProject project, ModelName model, CommandContext context) {
    String actor = live ? model.toString() : "demo";
    Work work = new Work.ByModel(actor, List.of(model), AgentLimits.STANDARD, "");
    return Interruptible.call(
            () ->
                agents
                    .plans()
                    .use(
                        new NewPlan(
                            agents.projects().open(project.folder()),
                            new NewPlan.Title("demo", GOAL, "trusted", false, Budget.UNLIMITED),
                            new NewPlan.Actors(new Work.Plain(), work),
                            List.of(ValidationSpec.required(Name.of("test"), "./test.sh")),
                            List.of()),
                        context.interrupt()))
        .id();
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
              "Its work is kept in the folder that is named above.",
              null));
    }
  }

  private Result answer(
      DemoRun demo, DemoProject project, Plan plan, long killed, Environment environment) {
    CleverAgents agents = demo.agents();
    DiffView diff = DiffView.of(agents, plan.id());
    PlanCost cost = agents.plans().budgets().cost(plan.id());
    int entries = agents.log().tail(EventFilter.ofPlan(plan.id()), 1_000).size();
    Page.Builder page = Page.builder();
    page.heading("What you have seen");
    page.row("plan", "applied as one commit", diff.sum(), Mark.GOOD);
    page.row(
        "crash",
        "process %d killed; no step and no reply was lost".formatted(killed),
        "",
        Mark.GOOD);
    page.row(
        "model",
        "asked %s, none of them twice".formatted(CountedNoun.of(cost.calls(), "time")),
        "%s %s".formatted(live ? "cost" : "would have cost", cost.money()),
        Mark.GOOD);
    if (!live) {
      page.row("test", "failed once; the agent repaired it in the sandbox", "", Mark.GOOD);
    }
    page.row("your edit", "kept as it was, uncommitted", DemoProject.UNCOMMITTED, Mark.GOOD);
    page.row("log", "%d entries, in a chain of hashes".formatted(entries), "", Mark.GOOD);
    page.heading("Try");
    page.text(
        """
        cd %1$s
        export CLEVERAGENTS_HOME=%2$s
        git log -p -1
        %3$s plan diff
        %3$s plan explain --conversation
        %3$s audit log --plan last
        %3$s run 'greet' --exec 'echo hello > hello.txt'
        """
            .formatted(project.folder(), demo.home(), program(environment)));
    page.heading("Remove");
    page.text("rm -rf " + demo.folder());
    return Result.ok(
        Data.of(PlanView.VIEW, plan)
            .with("folder", project.folder())
            .with("home", demo.home())
            .with("remove", demo.folder())
            .with("files", diff.data())
            .with("uncommitted_edit_kept", true)
            .with("events", entries),
        page.build());
  }

  /** How the user starts this program: by its name, once it is installed. */
  private static String program(Environment environment) {
    Path launcher = environment.launcher();
    boolean installed =
        Stream.of(environment.variables().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "agents")));
    return launcher == null || installed ? "agents" : launcher.toString();
  }

  private static ProblemException notWritten(IOException e) {
    return failed("Cannot write the demo's folder: " + e.getMessage() + ".", e);
  }

  private static ProblemException failed(String message, @Nullable Exception cause) {
    Problem problem = new Problem(ExitCode.FAILED, message, null, null);
    return cause == null ? new ProblemException(problem) : new ProblemException(problem, cause);
  }
}
