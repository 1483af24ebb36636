package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan apply}: says yes to a plan's result. */
@Command(
    name = "apply",
    description = {
      "Apply the result of a plan to your files, all of it or nothing.",
      "Refused, with everything as it was, where that would touch what you have changed yourself."
    })
final class PlanApplyCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Option(names = "--yes", description = "Do not ask.")
  boolean yes;

  @Option(names = "--detach", description = "Leave the work to a worker that is running.")
  boolean detach;

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          Plan meant = MeantPlan.find(agents, plan, context);
          if (detach) {
            Detached.requireWorker(agents);
          }
          if (meant.standing().state() != PlanState.APPLIED && !meant.changesNothing()) {
            DiffView.of(agents, meant.id()).stat().forEach(context.dialogue()::say);
            Confirmation.require(
                context, yes, "Apply this to your files?", "agents plan apply --yes");
          }
          return detach
              ? PlanStatusCommand.answer(agents, agents.plans().apply(meant.id()))
              : new Foreground(agents, context, yes)
                  .goOn(meant.id(), plans -> plans.apply(meant.id()));
        });
  }
}
