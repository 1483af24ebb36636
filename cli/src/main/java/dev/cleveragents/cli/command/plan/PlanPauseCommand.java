package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan pause}: stops a plan, wherever it runs, until somebody resumes it. */
@Command(
    name = "pause",
    description = "Stop a plan, wherever it runs; what was done is kept, and resume goes on.")
final class PlanPauseCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          Plan meant = MeantPlan.find(agents, plan, context);
          return PlanStatusCommand.answer(agents, agents.plans().pause(meant.id()));
        });
  }
}
