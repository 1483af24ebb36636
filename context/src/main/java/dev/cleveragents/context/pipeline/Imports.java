package dev.cleveragents.context.pipeline;

/** Which files use which. */
@FunctionalInterface
public interface Imports {

  /** Nothing is known. */
  Imports NONE = (_, _) -> false;

  /** Whether the one file imports the other. Must be quick. */
  boolean uses(String path, String imported);
}
