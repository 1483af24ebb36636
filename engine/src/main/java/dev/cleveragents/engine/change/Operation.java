package dev.cleveragents.engine.change;

/** What was done to a path. */
public enum Operation {
  CREATE,
  MODIFY,
  DELETE,
  MOVE
}
