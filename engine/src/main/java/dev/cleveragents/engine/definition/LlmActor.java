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
 * @param mcp the MCP servers whose tools it may call
 */
public record LlmActor(
    Name name, List<ModelName> models, AgentLimits limits, String instructions, List<Name> mcp)
    implements Actor {

  public LlmActor {
    models = List.copyOf(models);
    mcp = List.copyOf(mcp);
  }
}
