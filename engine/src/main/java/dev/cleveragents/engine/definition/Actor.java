package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;

/** Who does the thinking or the work. */
public sealed interface Actor permits CommandActor, ScriptedActor {

  Name name();

  /** For people; may be empty. */
  String description();
}
