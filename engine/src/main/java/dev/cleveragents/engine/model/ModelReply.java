package dev.cleveragents.engine.model;

import java.util.List;

/**
 * The whole reply of a model.
 *
 * @param calls the tools to call, in order
 * @param requestId by which the provider knows the exchange; empty if it names none
 */
public record ModelReply(
    String text, List<ModelToolCall> calls, StopReason stop, ModelUsage usage, String requestId) {

  public ModelReply {
    calls = List.copyOf(calls);
  }

  /** Why the reply ended. */
  public enum StopReason {
    /** The model is done. */
    END,
    /** It waits for the answers of its tool calls. */
    TOOL_CALLS,
    /** The limit of its length. */
    LENGTH
  }
}
