package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;

/** Does what a script says, the same every time: the actor of demos and tests. */
public record ScriptedActor(Name name, String description, Script script) implements Actor {}
