package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.Name;

/** A definition of who plans or works: a language model, a command or a script. */
public sealed interface Actor permits CommandActor, LlmActor, ScriptedActor {

  Name name();
}
