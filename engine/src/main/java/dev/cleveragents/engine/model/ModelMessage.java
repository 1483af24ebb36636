package dev.cleveragents.engine.model;

import java.util.List;

/** A message of a conversation with a model. */
public sealed interface ModelMessage {

  /** From the user's side. */
  record User(String text) implements ModelMessage {}

  /** What the model replied. */
  record Assistant(String text, List<ModelToolCall> calls) implements ModelMessage {

    public Assistant {
      calls = List.copyOf(calls);
    }
  }

  /** The answers to all tool calls of the reply before, in its order. */
  record ToolAnswers(List<ToolAnswer> answers) implements ModelMessage {

    public ToolAnswers {
      answers = List.copyOf(answers);
    }
  }

  /**
   * The answer to one tool call.
   *
   * @param call the id of the call
   * @param failed whether the call was refused or has failed
   */
  record ToolAnswer(String call, String tool, String text, boolean failed) {}
}
