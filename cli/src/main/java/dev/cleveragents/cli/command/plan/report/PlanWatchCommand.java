package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.progress.PlanProgress;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan watch}: follows a plan until it stops. Reads only; Ctrl-C only detaches. */
@Command(
    name = "watch",
    description = "Follow a plan until it stops or no worker is left; Ctrl-C only detaches.",
    footer = "agents plan watch")
final class PlanWatchCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context, agents -> watch(agents, PlanFinder.find(agents, plan, context), context));
  }

  private static Result watch(CleverAgents agents, Plan meant, CommandContext context) {
    try {
      return PlanStatusCommand.answer(
          agents,
          agents.watch(
              agents.watching(meant.id(), new PlanProgress(context.dialogue())),
              context.interrupt()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return PlanStatusCommand.answer(agents, meant);
    }
  }
}
