package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Result;

/** One command, made anew for each run, its fields filled from the arguments by picocli. */
public interface AgentsCommand {

  /**
   * Does the work.
   *
   * @throws dev.cleveragents.cli.output.ProblemException if it cannot be done
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the person interrupted it
   */
  Result run(CommandContext context);
}
