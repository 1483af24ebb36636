package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agents plan check}: checks the files of a plan as they are. */
@Command(
    name = "check",
    description = {
      "Run the checks of a plan on its files as they are, with your edits of an opened sandbox.",
      "Your edits are recorded as a step of the plan; the command or model does not run again.",
      "If the checks pass, the plan continues to apply."
    },
    footer = "agents plan check")
final class PlanCheckCommand implements AgentsCommand {

  @Mixin PlanRunOptions options = new PlanRunOptions();

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, options.plan, context);
          OpenedPlans.settle(agents, meant, context);
          return options.by(agents, meant, (plans, id) -> plans.edits().check(id), context);
        });
  }
}
