package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.runtime.CleverAgents;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands share that let a plan go on: which plan, whether to ask, and where it runs. */
final class GoingOn {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Option(names = "--yes", description = "Do not ask, neither for this nor for what follows.")
  boolean yes;

  @Option(names = "--detach", description = "Leave the work to a worker that is running.")
  boolean detach;

  /** What is allowed to a plan. */
  interface Allowance {
    Plan give(PlanService plans, PlanId plan);
  }

  /** Moves the plan and works on it, here or, detached, elsewhere. */
  Result by(CleverAgents agents, Plan meant, Allowance allowance, CommandContext context) {
    if (detach) {
      Detached.requireWorker(agents);
      return PlanStatusCommand.answer(agents, allowance.give(agents.plans(), meant.id()));
    }
    return new Foreground(agents, context, yes)
        .goOn(meant.id(), plans -> allowance.give(plans, meant.id()));
  }
}
