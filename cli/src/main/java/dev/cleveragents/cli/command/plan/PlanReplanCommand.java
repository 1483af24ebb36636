package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan replan}: goes back to the first phase. */
@Command(name = "replan", description = "Go back to strategize; at most three times per plan.")
final class PlanReplanCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why.")
  String reason = "";

  @Option(names = "--yes", description = "Go on to apply without asking.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          Plan meant = MeantPlan.find(agents, plan, context);
          return new Foreground(agents, context, yes)
              .goOn(
                  meant.id(),
                  plans ->
                      Interruptible.call(
                          () -> plans.replan(meant.id(), reason, context.interrupt())));
        });
  }
}
