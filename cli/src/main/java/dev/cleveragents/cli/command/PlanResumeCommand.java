package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan resume}: goes on after a pause, an error or a first yes. */
@Command(name = "resume", description = "Go on with a plan that was paused or has failed.")
final class PlanResumeCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Option(names = "--yes", description = "Go on to apply without asking.")
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
          return detach
              ? PlanStatusCommand.answer(agents, agents.plans().resume(meant.id()))
              : new Foreground(agents, context, yes)
                  .goOn(meant.id(), plans -> plans.resume(meant.id()));
        });
  }
}
