package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import java.util.List;

/** Finds the sandbox that the user names by its id, or by the start or end of it. */
final class SandboxFinder {

  private SandboxFinder() {}

  /**
   * The one sandbox that matches.
   *
   * @throws ProblemException if there is none, or several
   */
  static SandboxId find(CleverAgents agents, String idOrPart) {
    List<SandboxId> meant = agents.sandboxes().inventory().meantBy(idOrPart, 2);
    if (meant.size() > 1) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "'%s' matches several sandboxes, for example %s and %s."
                  .formatted(idOrPart, meant.get(0), meant.get(1)),
              "Give more characters of the id.",
              "agents sandbox list"));
    }
    return meant.stream()
        .findFirst()
        .orElseThrow(
            () ->
                new ProblemException(
                    new Problem(
                        ExitCode.NOT_FOUND,
                        "There is no sandbox '%s'.".formatted(idOrPart),
                        "An id has 26 characters; its first or last four or more are enough.",
                        "agents sandbox list")));
  }
}
