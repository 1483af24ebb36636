package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.workspace.Name;
import java.util.List;

/**
 * Thinks and works by a language model.
 *
 * @param models the first is asked; the next ones when those before have failed
 * @param instructions in addition to those of its role; may be empty
 */
public record LlmActor(Name name, List<ModelName> models, AgentLimits limits, String instructions)
    implements Actor {

  public LlmActor {
    models = List.copyOf(models);
  }
}
