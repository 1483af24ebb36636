package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.plan.execution.ResumePoint;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.Name;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agents plan resume}: continues after a pause, an error or an approval. */
@Command(
    name = "resume",
    description = "Continue a plan that is paused, failed or waiting for approval.")
final class PlanResumeCommand implements AgentsCommand {

  private static final int SHORT_HASH = 10;

  @Mixin PlanRunOptions options = new PlanRunOptions();

  @Option(
      names = "--dry-run",
      description = "Show where the plan would continue, and change nothing.")
  boolean dryRun;

  @Override
  public Result run(CommandContext context) {
    if (dryRun) {
      return StoreAccess.read(context, agents -> tell(agents, context));
    }
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, options.plan, context);
          firstQuestion(agents, meant)
              .ifPresent(it -> context.dialogue().say("resuming approves: " + it));
          return options.by(agents, meant, PlanService::resume, context);
        });
  }

  /** The question of a plan that has not begun: resuming it answers yes. */
  private static Optional<String> firstQuestion(CleverAgents agents, Plan plan) {
    return plan.status().isNotBegun()
        ? agents.plans().approvals().of(plan.id()).map(Approval::question)
        : Optional.empty();
  }

  private Result tell(CleverAgents agents, CommandContext context) {
    Plan plan = PlanFinder.find(agents, options.plan, context);
    ResumePoint point = agents.resumePoint(plan);
    String next = agents.log().redact(point.next());
    Page.Builder page = Page.builder();
    page.row("plan", plan.id().toString());
    page.row("stage", PlanView.stage(plan));
    if (point.stage().phase() == PlanPhase.EXECUTE) {
      page.row("steps done", "%d of %d".formatted(point.done(), point.steps()));
    }
    page.row("next", DisplayText.firstLine(next));
    point.rebuilt().forEach(sandbox -> row(sandbox, page));
    page.text(
        "Nothing was changed. "
            + firstQuestion(agents, plan)
                .map("Open approval: %s Running without --dry-run approves it."::formatted)
                .orElseGet(() -> remark(plan, point)));
    return Result.ok(
        Data.of("plan", plan.id().toString())
            .with("stage", point.stage().toString())
            .with("under_way", point.underWay())
            .with("steps_done", point.done())
            .with("steps", point.steps())
            .with("next", next)
            .with("sandboxes", point.rebuilt().stream().map(PlanResumeCommand::data).toList()),
        page.build());
  }

  private static String remark(Plan plan, ResumePoint point) {
    if (plan.status().waitsFor() != null) {
      return "It waits for approval: agents approvals " + DisplayText.shortId(plan.id());
    }
    return point.underWay()
        ? "The plan is queued or running; resume would follow its progress."
        : "Without --dry-run it continues from there.";
  }

  private static void row(ResumePoint.Rebuilt sandbox, Page.Builder page) {
    page.row(
        "rebuilt",
        "a new sandbox of " + Name.of(sandbox.resource()).forPeople(),
        "%s and %s"
            .formatted(shortly(sandbox.base()), CountedNoun.of(sandbox.changed(), "changed file")),
        Mark.NONE);
  }

  private static String shortly(String hash) {
    return hash.substring(0, Math.min(SHORT_HASH, hash.length()));
  }

  private static Data data(ResumePoint.Rebuilt sandbox) {
    return Data.of("resource", sandbox.resource())
        .with("base", sandbox.base())
        .with("changed", sandbox.changed());
  }
}
