package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agents plan execute}: says yes to carrying a plan out. */
@Command(name = "execute", description = "Let a plan be carried out, in a private copy.")
final class PlanExecuteCommand implements AgentsCommand {

  @Mixin GoingOn going = new GoingOn();

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          Plan meant = MeantPlan.find(agents, going.plan, context);
          return going.by(agents, meant, PlanService::execute, context);
        });
  }
}
