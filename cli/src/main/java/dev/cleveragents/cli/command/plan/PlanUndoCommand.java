package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.report.PlanStatusCommand;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agents plan undo}: reverts an applied plan by another plan. */
@Command(
    name = "undo",
    description = {
      "Undo an applied plan: create a plan with the inverse change, merged with the "
          + "current files.",
      "It is checked, shown and approved like any other plan; later commits stay."
    },
    footer = "agents plan undo")
final class PlanUndoCommand implements AgentsCommand {

  @Mixin PlanRunOptions options = new PlanRunOptions();

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          if (options.detach) {
            PlanRunOptions.requireWorker(agents);
          }
          Plan meant = PlanFinder.findApplied(agents, options.plan, context);
          Plan undo =
              Interruptible.call(
                  () ->
                      agents
                          .plans()
                          .undo(meant.id(), projectChecks(agents, meant), context.interrupt()));
          if (options.detach) {
            return PlanStatusCommand.answer(agents, undo);
          }
          Result result = new ForegroundRun(agents, context, options.yes).fromBeginning(undo.id());
          return isDeclined(agents, undo, context)
              ? declined(agents.plans().cancel(undo.id(), "declined by the user"), meant)
              : result;
        });
  }

  /** Whether the user was asked whether to apply it, and said no. */
  private static boolean isDeclined(CleverAgents agents, Plan undo, CommandContext context) {
    Plan now = agents.plans().require(undo.id());
    return now.status().phase() == PlanPhase.EXECUTE
        && now.status().state() == PlanState.COMPLETE
        && context.dialogue().canAsk()
        && !context.interrupt().isCancelled();
  }

  private static Result declined(Plan undo, Plan meant) {
    String id = DisplayText.shortId(meant.id());
    return Result.no(
        new Problem(
            ExitCode.CONFLICT,
            "Not undone: plan %s stays applied, and your files are unchanged.".formatted(id),
            null,
            "agents plan undo " + id),
        Data.of(PlanView.VIEW, undo),
        Page.builder().row("plan", "not undone", id, Mark.ATTENTION).build());
  }

  /** The validations of every plan of the project, if the project still exists. */
  private static List<ValidationSpec> projectChecks(CleverAgents agents, Plan plan) {
    return agents.projects().list().stream()
        .filter(project -> project.name().equals(plan.kind().project()))
        .flatMap(project -> agents.drafts().always(project).stream())
        .toList();
  }
}
