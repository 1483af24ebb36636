package dev.cleveragents.engine.model;

import java.util.List;

/**
 * A request to a model. A value that can be sent to any provider.
 *
 * @param turn its place in the plan, by which a recording answers it
 * @param tools in an order that stays the same from request to request, so that providers can cache
 *     them
 */
public record ModelRequest(
    Turn turn, String system, List<ModelMessage> messages, List<ModelTool> tools, int maxOutput) {

  public ModelRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }

  /** The same, with another limit of the reply. */
  public ModelRequest withMaxOutput(int tokens) {
    return new ModelRequest(turn, system, messages, tools, tokens);
  }

  /**
   * The place of an exchange among those of a plan.
   *
   * @param role the part that the actor plays, such as {@code execution}
   * @param number counts the exchanges of this role; the first is 1
   */
  public record Turn(String role, int number) {}
}
