package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Result;

/** One command. Each run creates a new one, and picocli fills its fields from the arguments. */
public interface AgentsCommand {

  /**
   * Runs the command.
   *
   * @throws dev.cleveragents.cli.output.ProblemException if it cannot be done
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the user interrupted it
   */
  Result run(CommandContext context);
}
