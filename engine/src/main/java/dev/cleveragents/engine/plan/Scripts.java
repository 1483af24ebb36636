package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.Script;

/** Reads the script of a scripted actor from the YAML that a plan keeps of it. */
@FunctionalInterface
public interface Scripts {

  /**
   * The script.
   *
   * @throws dev.cleveragents.workspace.OperationException if it is none
   */
  Script read(String yaml);
}
