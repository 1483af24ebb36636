package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.PlanOwner;
import dev.cleveragents.runtime.view.DisplayText;

/** Distinguishes plans that their user edits at present from those whose process has died. */
final class OpenedPlans {

  private OpenedPlans() {}

  /**
   * Refuses a plan that is open in the shell of another command.
   *
   * @throws ProblemException if it is
   */
  static void requireClosed(CleverAgents agents, Plan plan) {
    boolean lives = agents.ownerOf(plan).state() == PlanOwner.State.WORKER;
    if (lives && agents.jobs().isEdit(plan)) {
      String id = DisplayText.shortId(plan.id());
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              "Plan %s is open in the shell of another 'agents plan open'.".formatted(id),
              "Leave that shell with 'exit', which records the changes made in it.",
              "agents plan check " + id));
    }
  }

  /** Pauses a plan whose process has died; the work of its steps is kept. */
  static void settle(CleverAgents agents, Plan plan, CommandContext context) {
    requireClosed(agents, plan);
    if (agents.ownerOf(plan).state() == PlanOwner.State.INTERRUPTED) {
      context.dialogue().say("its process is gone; the plan is paused");
      agents.plans().pause(plan.id());
      Interruptible.call(
          () -> agents.work(agents.watching(plan.id(), _ -> {}), CancellationToken.none()));
    }
  }
}
