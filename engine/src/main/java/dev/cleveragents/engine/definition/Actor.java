package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.Name;

/** A definition of who plans or works: a command or a script. */
public sealed interface Actor permits CommandActor, ScriptedActor {

  Name name();
}
