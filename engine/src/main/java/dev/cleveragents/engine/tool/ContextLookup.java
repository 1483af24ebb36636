package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.Sandbox;

/** Finds parts of the project that are relevant to a question. */
@FunctionalInterface
public interface ContextLookup {

  /** Where there is no index of the project. */
  ContextLookup NONE =
      (_, _) -> {
        throw OperationException.invalid("There is no index of this project; use search_text");
      };

  /**
   * The parts that were found, without secrets; empty if there are none.
   *
   * @param sandbox with the files as they are now
   * @throws OperationException if they cannot be found
   */
  String about(String question, Sandbox sandbox) throws InterruptedException;
}
