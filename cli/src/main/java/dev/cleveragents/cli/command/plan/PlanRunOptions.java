package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.plan.report.PlanStatusCommand;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.PlanId;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The options of the commands that continue a plan: which plan, whether to ask, and where it runs.
 */
final class PlanRunOptions {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(names = "--yes", description = "Approve this and the following phases without asking.")
  boolean yes;

  @Option(names = "--detach", description = "Leave the work to a running worker.")
  boolean detach;

  /** The move that a command makes. */
  interface Move {
    Plan apply(PlanService plans, PlanId plan);
  }

  /** Moves the plan, and works on it here unless it is detached. */
  Result by(CleverAgents agents, Plan meant, Move move, CommandContext context) {
    if (detach) {
      requireWorker(agents);
      return PlanStatusCommand.answer(agents, move.apply(agents.plans(), meant.id()));
    }
    return new ForegroundRun(agents, context, yes)
        .resumeFrom(meant.id(), plans -> move.apply(plans, meant.id()));
  }

  /**
   * Refuses detached work while no worker is alive.
   *
   * @throws ProblemException if so
   */
  static void requireWorker(CleverAgents agents) {
    if (!agents.jobs().status().hasWorker()) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              "Cannot detach: no worker is alive.",
              "Start a worker, or leave out --detach to do the work here.",
              "agents worker run"));
    }
  }
}
