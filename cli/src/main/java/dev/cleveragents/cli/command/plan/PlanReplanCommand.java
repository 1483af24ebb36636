package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan replan}: returns a plan to the first phase. */
@Command(
    name = "replan",
    description = "Return a plan to its strategize phase, at most three times.",
    footer = "agents plan replan --reason 'the interface has changed'")
final class PlanReplanCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Reason to record.")
  String reason = "";

  @Option(names = "--yes", description = "Approve all phases up to apply without asking.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, plan, context);
          return new ForegroundRun(agents, context, yes)
              .resumeFrom(
                  meant.id(),
                  plans ->
                      Interruptible.call(
                          () -> plans.replan(meant.id(), reason, context.interrupt())));
        });
  }
}
