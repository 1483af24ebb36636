package dev.cleveragents.models;

import dev.cleveragents.engine.model.ModelInfo;

/**
 * Whether a known model can be used.
 *
 * @param problem why it cannot be used and what to do; empty if it can
 */
public record ModelStatus(ModelInfo info, String problem) {

  public boolean isUsable() {
    return problem.isEmpty();
  }
}
