package dev.cleveragents.engine.tool;

import dev.cleveragents.exec.LiveOutput;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;

/**
 * Where one call runs, and with which means.
 *
 * @param group all sandboxes of the plan
 * @param sandbox the one of them in which the tool works
 * @param live hears what a command prints
 */
public record ToolContext(
    SandboxGroup group,
    Sandbox sandbox,
    CommandEnvironment environment,
    ConfinedCommands commands,
    CancellationToken token,
    LiveOutput live) {

  /** A context in which nothing hears what a command prints. */
  public ToolContext(
      SandboxGroup group,
      Sandbox sandbox,
      CommandEnvironment environment,
      ConfinedCommands commands,
      CancellationToken token) {
    this(group, sandbox, environment, commands, token, LiveOutput.NONE);
  }
}
