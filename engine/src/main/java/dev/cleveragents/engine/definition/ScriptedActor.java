package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.Name;

/** Follows a script, the same way every time. Used by demos and tests. */
public record ScriptedActor(Name name, Script script) implements Actor {}
