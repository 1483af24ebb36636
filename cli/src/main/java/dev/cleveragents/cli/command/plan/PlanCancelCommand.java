package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.report.PlanStatusCommand;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.view.DisplayText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan cancel}: ends a plan permanently; its work is kept. */
@Command(
    name = "cancel",
    description = {
      "Cancel a plan permanently; running work is stopped, recorded work is kept.",
      "A cancelled subplan is left out of the result of its plan: resume the plan to merge again."
    },
    footer = "agents plan cancel --reason 'no longer needed'")
final class PlanCancelCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Reason to record.")
  String reason = "cancelled by the user";

  @Option(names = "--yes", description = "Do not ask for confirmation.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, plan, context);
          Confirmation.require(
              context,
              yes || meant.status().state().isTerminal(),
              "Cancel plan %s permanently?".formatted(DisplayText.shortId(meant.id())),
              "agents plan cancel %s --yes".formatted(DisplayText.shortId(meant.id())));
          Plan cancelled =
              meant.kind().parent() == null
                  ? agents.plans().cancel(meant.id(), reason)
                  : agents.subplanChanges().leaveOut(meant.id(), reason);
          return PlanStatusCommand.answer(agents, cancelled);
        });
  }
}
