package dev.cleveragents.context.pipeline;

/** Which files use which. */
@FunctionalInterface
public interface ImportLookup {

  /** Nothing is known. */
  ImportLookup NONE = (_, _) -> false;

  /** Whether the one file imports the other. Must be quick. */
  boolean uses(String path, String imported);
}
