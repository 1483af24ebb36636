package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agents plan resume}: goes on after a pause, an error or a first yes. */
@Command(name = "resume", description = "Go on with a plan that was paused or has failed.")
final class PlanResumeCommand implements AgentsCommand {

  @Mixin GoingOn going = new GoingOn();

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          Plan meant = MeantPlan.find(agents, going.plan, context);
          return going.by(agents, meant, PlanService::resume, context);
        });
  }
}
