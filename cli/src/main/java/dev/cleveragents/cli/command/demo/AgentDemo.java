package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.model.NoModel;
import dev.cleveragents.cli.command.plan.progress.PlanProgress;
import dev.cleveragents.cli.command.plan.report.DiffView;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.PlanRun;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import java.io.IOException;
import java.util.List;

/**
 * One agent works on a small shop. Its worker is killed half way, and the result is applied next to
 * an uncommitted edit.
 *
 * @param live whether a configured model is asked instead of the recording
 */
record AgentDemo(DemoRun demo, boolean live) {

  private static final String GOAL = "add a discount to the prices";

  /** The steps up to the first run of the test, in which the first worker is killed. */
  private static final int STEPS_BEFORE_THE_TEST = 7;

  Result run() throws IOException, InterruptedException {
    CleverAgents agents = demo.agents();
    CommandContext context = demo.context();
    DemoProject project =
        DemoProject.make(demo.folder().resolve("shop"), agents.runner(), context.interrupt());
    demo.say("1. a small shop in a git repository: " + project.folder());
    demo.say("   with a line in " + DemoProject.UNCOMMITTED + " that is not committed");
    ModelName model =
        live
            ? NoModel.best(agents.models(), context)
            : DemoProject.withRecording(file -> agents.models().addRecording(file));
    PlanId id = plan(project, model);
    PlanRun run = agents.watching(id, new PlanProgress(context.dialogue()));
    demo.say("2. a plan: " + GOAL + "; a worker process lets an agent work, in a sandbox");
    demo.say("   the agent's model: " + (live ? model : "a recording, so no key is needed"));
    long killed =
        new DemoWorker(demo)
            .killAt(
                plan ->
                    plan.status().phase() == PlanPhase.EXECUTE
                        && plan.status().counters().stepsDone() >= STEPS_BEFORE_THE_TEST,
                run);
    demo.say(
        "3. killed that worker (kill -9, process " + killed + ") half way; this process continues");
    Plan carriedOut = agents.work(run, context.interrupt());
    DemoRun.require(carriedOut, PlanState.COMPLETE);
    demo.say("4. the test passes; the result:");
    DiffView.of(agents, id).stat().forEach(line -> demo.say("   " + line));
    agents.plans().apply(id);
    Plan applied = agents.work(run, context.interrupt());
    DemoRun.require(applied, PlanState.APPLIED);
    if (!project.hasUncommittedEdit()) {
      throw DemoRun.failed(
          "The uncommitted edit has changed. This is a defect in CleverAgents.", null);
    }
    demo.say("5. applied as one commit; the uncommitted line is as it was, byte for byte");
    return answer(project, applied, killed);
  }

  private PlanId plan(DemoProject project, ModelName model) {
    String actor = live ? model.toString() : "demo";
    Work work = new Work.ByModel(actor, List.of(model), AgentLimits.STANDARD, "");
    return Interruptible.call(
            () ->
                demo.agents()
                    .plans()
                    .use(
                        new NewPlan(
                            demo.agents().projects().open(project.folder()),
                            new NewPlan.Title("demo", GOAL, "trusted", false, Budget.UNLIMITED),
                            new NewPlan.Actors(new Work.Plain(), work),
                            List.of(ValidationSpec.required(Name.of("test"), "./test.sh")),
                            List.of()),
                        demo.context().interrupt()))
        .id();
  }

  private Result answer(DemoProject project, Plan plan, long killed) {
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
    return Result.ok(
        Data.of(PlanView.VIEW, plan)
            .with("folder", project.folder())
            .with("home", demo.home())
            .with("remove", demo.folder())
            .with("files", diff.data())
            .with("uncommitted_edit_kept", true)
            .with("events", entries),
        demo.ended(
            page,
            project.folder(),
            "git log -p -1",
            "agents plan diff",
            "agents plan explain --conversation",
            "agents audit log --plan last",
            "agents run 'greet' --exec 'echo hello > hello.txt'"));
  }
}
