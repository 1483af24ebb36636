package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.runtime.CleverAgents;

/** Leaves work to somebody else, who must be there. */
final class DetachedWork {

  private DetachedWork() {}

  /**
   * Refuses if no worker lives.
   *
   * @throws ProblemException if so
   */
  static void requireWorker(CleverAgents agents) {
    if (!agents.jobs().status().hasWorker()) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              "No worker is alive, so nobody would do it.",
              "Start one, or leave out --detach to do it here.",
              "agents worker run"));
    }
  }
}
