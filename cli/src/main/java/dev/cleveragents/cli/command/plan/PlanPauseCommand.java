package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.report.PlanStatusCommand;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan pause}: stops a plan, wherever it runs, until it is resumed. */
@Command(
    name = "pause",
    description = "Pause a plan in any process; 'plan resume' continues it.",
    footer = "agents plan pause")
final class PlanPauseCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, plan, context);
          return PlanStatusCommand.answer(agents, agents.plans().pause(meant.id()));
        });
  }
}
