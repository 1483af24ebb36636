package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agents plan execute}: approves the execution of a plan. */
@Command(
    name = "execute",
    description = "Execute a plan in its sandbox.",
    footer = "agents plan execute")
final class PlanExecuteCommand implements AgentsCommand {

  @Mixin PlanRunOptions options = new PlanRunOptions();

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, options.plan, context);
          return options.by(agents, meant, PlanService::execute, context);
        });
  }
}
