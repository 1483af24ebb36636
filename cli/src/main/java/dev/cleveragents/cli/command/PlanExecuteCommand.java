package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan execute}: says yes to carrying a plan out. */
@Command(name = "execute", description = "Let a plan be carried out, in a private copy.")
final class PlanExecuteCommand implements AgentsCommand {

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
              ? PlanStatusCommand.answer(agents, agents.plans().execute(meant.id()))
              : new Foreground(agents, context, yes)
                  .goOn(meant.id(), plans -> plans.execute(meant.id()));
        });
  }
}
