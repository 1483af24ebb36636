package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.plan.progress.PlanProgress;
import dev.cleveragents.cli.command.plan.report.DiffView;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.PlanBriefJson;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.PlanRun;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.Name;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Twelve agents work on a shop at once. Their worker is killed half way, an actor resolves the
 * conflict of two of them, and two others, whose results fail the test together, are found and
 * repaired. Scripts stand for the agents.
 */
record ParallelDemo(DemoRun demo) {

  private static final String GOAL = "give every department a discount";
  private static final int AT_ONCE = 6;

  /** The number of complete subplans when the worker is killed. */
  private static final int COMPLETE_BEFORE_THE_KILL = 3;

  private static final Duration DEADLINE = Duration.ofMinutes(2);

  Result run() throws IOException, InterruptedException {
    CleverAgents agents = demo.agents();
    CommandContext context = demo.context();
    ParallelProject project =
        ParallelProject.make(demo.folder().resolve("shop"), agents.runner(), context.interrupt());
    demo.say("1. a shop with twelve departments in a git repository: " + project.folder());
    Plan plan = plan(project);
    PlanRun run = agents.watching(plan.id(), new PlanProgress(context.dialogue()));
    demo.say("2. a plan: " + GOAL + "; twelve agents, six at once, each in a sandbox");
    long killed = new DemoWorker(demo).killAt(it -> complete(it) >= COMPLETE_BEFORE_THE_KILL, run);
    demo.say("3. killed their worker (kill -9, process " + killed + "); this process continues");
    Plan merged = agents.work(run, context.interrupt());
    DemoRun.require(merged, PlanState.WAITING);
    for (PlanConflict conflict : agents.plans().conflicts().of(merged)) {
      demo.say("4. two of them changed one line of " + conflict.path() + "; an actor resolves it");
      agents
          .plans()
          .conflicts()
          .resolve(
              plan.id(),
              conflict.path(),
              new ConflictChoice.Delegated(
                  "resolver", PlanBriefJson.writeActor(command(ParallelProject.RESOLVER))),
              "demo");
    }
    demo.say("5. the test runs on the merged files; each result alone would pass it");
    Plan carriedOut = agents.work(run, context.interrupt());
    DemoRun.require(carriedOut, PlanState.COMPLETE);
    demo.say("6. the pair that clashes was found and repaired; the test passes; the result:");
    DiffView.of(agents, plan.id()).stat().forEach(line -> demo.say("   " + line));
    agents.plans().apply(plan.id());
    Plan applied = agents.work(run, context.interrupt());
    DemoRun.require(applied, PlanState.APPLIED);
    return answer(project, applied, killed);
  }

  private int complete(Plan plan) {
    return (int)
        demo.agents().plans().subplans(plan).stream()
            .filter(it -> it.progress() == SubplanRow.Progress.COMPLETE)
            .count();
  }

  private Plan plan(ParallelProject project) {
    CleverAgents agents = demo.agents();
    List<String> files = ParallelProject.DEPARTMENTS.stream().map(ParallelProject::file).toList();
    Work.ByCommand worker =
        new Work.ByCommand(
            "worker", ParallelProject.WORKER, ParallelProject.REPAIRER, DEADLINE, List.of());
    NewPlan whole =
        new NewPlan(
            agents.projects().open(project.folder()),
            new NewPlan.Title("demo", GOAL, "trusted", false, Budget.UNLIMITED),
            new NewPlan.Actors(new Work.Plain(), worker),
            List.of(ValidationSpec.required(Name.of("test"), "sh test.sh")),
            List.of());
    return Interruptible.call(
        () ->
            agents
                .plans()
                .use(
                    whole.each(files, new SubplanRules(AT_ONCE, false), ClashPolicy.REPAIR),
                    demo.context().interrupt()));
  }

  private static Work.ByCommand command(String line) {
    return new Work.ByCommand("resolver", line, null, DEADLINE, List.of());
  }

  private Result answer(ParallelProject project, Plan plan, long killed) {
    CleverAgents agents = demo.agents();
    DiffView diff = DiffView.of(agents, plan.id());
    int subplans = agents.plans().subplans(plan).size();
    Page.Builder page = Page.builder();
    page.heading("What you have seen");
    page.row("plan", subplans + " agents, one commit", diff.sum(), Mark.GOOD);
    page.row("crash", "process %d killed; no work was lost".formatted(killed), "", Mark.GOOD);
    page.row("conflict", "resolved by an actor, both sides kept", "", Mark.GOOD);
    page.row("clash", "books and cards failed together; repaired", "", Mark.GOOD);
    return Result.ok(
        Data.of(PlanView.VIEW, plan)
            .with("folder", project.folder())
            .with("home", demo.home())
            .with("remove", demo.folder())
            .with("files", diff.data())
            .with("subplans", subplans),
        demo.ended(
            page,
            project.folder(),
            "git log -p -1",
            "agents plan subplans",
            "agents plan conflicts",
            "agents plan explain",
            "agents plan diff"));
  }
}
