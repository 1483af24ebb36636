package dev.cleveragents.engine.tool;

import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import dev.cleveragents.workspace.sandbox.SandboxGroup;

/** Runs commands that may write only where their bounds allow it. */
public record ConfinedCommands(CommandRunner runner, CommandBounds bounds) {

  CommandResult run(Command command, SandboxGroup group, CancellationToken token)
      throws InterruptedException {
    return runner.run(bounds.around(command, group.all()), token);
  }
}
