package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan cancel}: ends a plan for good; its work is kept. */
@Command(
    name = "cancel",
    description = "End a plan for good; what runs is stopped, and its work is kept.")
final class PlanCancelCommand implements AgentsCommand {

  @Parameters(paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why.")
  String reason = "cancelled by a person";

  @Option(names = "--yes", description = "Do not ask.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          Plan meant = MeantPlan.find(agents, plan, context);
          Confirmation.require(
              context,
              yes || meant.standing().state().isTerminal(),
              "End the plan %s for good?".formatted(MeantPlan.suffix(meant.id())),
              "agents plan cancel %s --yes".formatted(plan));
          return PlanStatusCommand.answer(agents, agents.plans().cancel(meant.id(), reason));
        });
  }
}
