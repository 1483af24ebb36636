package dev.cleveragents.engine.tool;

import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import dev.cleveragents.workspace.sandbox.SandboxGroup;

/**
 * Runs commands that may write only where their bounds allow it.
 *
 * @param network whether they may have the network; without, it is taken away where that works
 */
public record ConfinedCommands(CommandRunner runner, CommandBounds bounds, boolean network) {

  /** Commands with the network. */
  public ConfinedCommands(CommandRunner runner, CommandBounds bounds) {
    this(runner, bounds, true);
  }

  /** The same, with or without the network. */
  public ConfinedCommands withNetwork(boolean allowed) {
    return new ConfinedCommands(runner, bounds, allowed);
  }

  /** Whether they certainly have no network. */
  public boolean areOffline() throws InterruptedException {
    return !network && bounds.separatesNetwork();
  }

  CommandResult run(Command command, SandboxGroup group, CancellationToken token)
      throws InterruptedException {
    return runner.run(bounds.around(command, group.all(), network), token);
  }
}
