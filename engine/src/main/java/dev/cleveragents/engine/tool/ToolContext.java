package dev.cleveragents.engine.tool;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;

/**
 * Where one call runs, and with which means.
 *
 * @param group all sandboxes of the plan
 * @param sandbox the one of them in which the tool works
 */
public record ToolContext(
    SandboxGroup group,
    Sandbox sandbox,
    CommandEnvironment environment,
    ConfinedCommands commands,
    CancellationToken token) {}
