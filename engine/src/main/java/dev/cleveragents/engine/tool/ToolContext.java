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
 * @param lookup finds context in the index of the project
 */
public record ToolContext(
    SandboxGroup group,
    Sandbox sandbox,
    CommandEnvironment environment,
    ConfinedCommands commands,
    CancellationToken token,
    LiveOutput live,
    ContextLookup lookup) {

  /** A context in which nothing hears what a command prints, and without an index. */
  public ToolContext(
      SandboxGroup group,
      Sandbox sandbox,
      CommandEnvironment environment,
      ConfinedCommands commands,
      CancellationToken token) {
    this(group, sandbox, environment, commands, token, LiveOutput.NONE, ContextLookup.NONE);
  }

  /** The same, where commands are heard. */
  public ToolContext heardBy(LiveOutput listener) {
    return new ToolContext(group, sandbox, environment, commands, token, listener, lookup);
  }

  /** The same, with an index of the project. */
  public ToolContext with(ContextLookup index) {
    return new ToolContext(group, sandbox, environment, commands, token, live, index);
  }
}
