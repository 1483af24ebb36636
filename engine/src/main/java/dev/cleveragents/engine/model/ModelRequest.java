package dev.cleveragents.engine.model;

import java.util.List;

/**
 * A request to a model. A value that can be sent to any provider.
 *
 * @param tools in an order that stays the same from request to request, so that providers can cache
 *     them
 */
public record ModelRequest(
    String system, List<ModelMessage> messages, List<ModelTool> tools, int maxOutput) {

  public ModelRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }

  /** The same, with another limit of the reply. */
  public ModelRequest withMaxOutput(int tokens) {
    return new ModelRequest(system, messages, tools, tokens);
  }
}
