package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agents plan apply}: says yes to a plan's result. */
@Command(
    name = "apply",
    description = {
      "Apply the result of a plan to your files, all of it or nothing.",
      "Refused, with everything as it was, where that would touch what you have changed yourself."
    })
final class PlanApplyCommand implements AgentsCommand {

  @Mixin GoingOn going = new GoingOn();

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          Plan meant = MeantPlan.find(agents, going.plan, context);
          if (!meant.standing().state().isTerminal() && !meant.changesNothing()) {
            DiffView.of(agents, meant.id()).stat().forEach(context.dialogue()::say);
            Confirmation.require(
                context, going.yes, "Apply this to your files?", "agents plan apply --yes");
          }
          return going.by(agents, meant, PlanService::apply, context);
        });
  }
}
