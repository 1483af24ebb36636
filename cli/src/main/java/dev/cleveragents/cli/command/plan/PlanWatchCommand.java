package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan watch}: follows a plan until it rests. Reads only; Ctrl-C only detaches. */
@Command(
    name = "watch",
    description =
        "Follow a plan until it rests, whoever works on it; Ctrl-C only ends the watching.")
final class PlanWatchCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Override
  public Result run(CommandContext context) {
    return Store.read(
        context, agents -> watch(agents, MeantPlan.find(agents, plan, context), context));
  }

  private static Result watch(CleverAgents agents, Plan meant, CommandContext context) {
    try {
      return PlanStatusCommand.answer(
          agents,
          agents
              .watching(meant.id(), new PlanProgress(context.dialogue()))
              .watch(context.interrupt()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return PlanStatusCommand.answer(agents, meant);
    }
  }
}
