package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.report.PlanNextCommand;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.plan.brief.PlanAmendment;
import dev.cleveragents.engine.plan.execution.ResumePoint;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.ApprovalView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.runtime.view.ResumePointView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agents plan resume}: continues after a pause, an error or an approval. */
@Command(
    name = "resume",
    description = {
      "Continue a plan that is paused, has failed or has not begun.",
      "After a failure, --exec or --fix gives it another command, --deadline more time."
    },
    footer = {"agents plan resume", "agents plan resume --fix ./format.sh"})
final class PlanResumeCommand implements AgentsCommand {

  @Mixin PlanRunOptions options = new PlanRunOptions();

  @Option(
      names = "--dry-run",
      description = "Show where the plan would continue, and change nothing.")
  boolean dryRun;

  @Option(
      names = "--exec",
      paramLabel = "CMD",
      description =
          "Command that does the work in place of the one that failed; after failed checks it "
              + "runs against their findings.")
  @Nullable String exec;

  @Option(
      names = "--fix",
      paramLabel = "CMD",
      description = "Command that runs against the findings of failed checks.")
  @Nullable String fix;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "Time that the command may take, such as 30m.")
  @Nullable Duration deadline;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "Number of times that the command runs again if it fails; see 'agents run'.")
  @Nullable Integer retries;

  @Option(
      names = "--keep-partial",
      description =
          "Continue on top of the changes of the step that failed or was interrupted, instead of "
              + "the files before it.")
  boolean keepPartial;

  @Override
  public Result run(CommandContext context) {
    if (dryRun) {
      return StoreAccess.read(context, agents -> tell(agents, context));
    }
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, options.plan, context);
          OpenedPlans.requireClosed(agents, meant);
          boolean denied = agents.plans().approvals().denial(meant.id()).isPresent();
          if (meant.status().state() == PlanState.COMPLETE && !denied) {
            if (!options.yes) {
              throw waitsForDecision(meant);
            }
            return options.by(
                agents,
                meant,
                meant.status().phase() == PlanPhase.STRATEGIZE
                    ? PlanService::execute
                    : PlanService::apply,
                context);
          }
          firstQuestion(agents, meant)
              .ifPresent(it -> context.dialogue().say("resuming approves: " + it));
          if (keepPartial) {
            agents.checkpoints().keepPartial(meant.id());
          }
          boolean same = exec == null && fix == null && deadline == null && retries == null;
          PlanAmendment change = new PlanAmendment.OtherCommand(exec, fix, deadline, retries);
          PlanRunOptions.Move move =
              same ? PlanService::resume : (plans, id) -> plans.resume(id, change);
          return options.by(agents, meant, move, context);
        });
  }

  private static ProblemException waitsForDecision(Plan plan) {
    return new ProblemException(
        new Problem(
            ExitCode.CONFLICT,
            "Plan %s waits for your decision: it is %s."
                .formatted(DisplayText.shortId(plan.id()), PlanView.stage(plan)),
            null,
            PlanNextCommand.of(plan, List.of()).orElse(null)));
  }

  /** The question of a plan that has not begun: resuming it answers yes. */
  private static Optional<String> firstQuestion(CleverAgents agents, Plan plan) {
    return plan.status().isNotBegun()
        ? agents.plans().approvals().of(plan.id()).map(ApprovalView::question)
        : Optional.empty();
  }

  private Result tell(CleverAgents agents, CommandContext context) {
    Plan plan = PlanFinder.find(agents, options.plan, context);
    ResumePoint point = agents.resumePoint(plan);
    ResumePointView view = new ResumePointView(plan, point);
    Page.Builder page = Page.builder();
    page.rows(ResumePointView.VIEW, view);
    page.prose(
        "Nothing was changed. "
            + firstQuestion(agents, plan)
                .map("Open approval: %s Running without --dry-run approves it."::formatted)
                .orElseGet(() -> remark(plan, point, agents.ownerOf(plan).problem())));
    return Result.ok(Data.of(ResumePointView.VIEW, view), page.build());
  }

  private static String remark(Plan plan, ResumePoint point, @Nullable String problem) {
    if (plan.status().waitsFor() != null) {
      return "It waits for approval: agents approvals " + DisplayText.shortId(plan.id());
    }
    if (problem != null) {
      return "It is %s. Without --dry-run it continues from there."
          .formatted(problem.replace("no worker runs", "queued, and no worker runs"));
    }
    return point.underWay()
        ? "The plan is queued or running; resume would follow its progress."
        : "Without --dry-run it continues from there.";
  }
}
