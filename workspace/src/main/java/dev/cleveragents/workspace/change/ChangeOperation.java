package dev.cleveragents.workspace.change;

/** The operation on a path. */
public enum ChangeOperation {
  CREATE,
  MODIFY,
  DELETE,
  MOVE
}
