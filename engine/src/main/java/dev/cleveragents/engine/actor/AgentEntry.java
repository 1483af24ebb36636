package dev.cleveragents.engine.actor;

import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.RecordedExchange;
import java.util.List;

/** One entry in the record of an agent's work. Each is one step of its plan. */
public sealed interface AgentEntry {

  /** The step of the plan that stored it. */
  int step();

  /** A message from the user's side: the task, the findings of checks, or guidance. */
  record Message(int step, Topic topic, String text) implements AgentEntry {}

  /** What a message is about. */
  enum Topic {
    TASK,
    FINDINGS,
    GUIDANCE,
    /** A remark of this program, such as that a reply was cut off. */
    REMARK
  }

  /** A reply of the model, with what it was asked and what it has used. */
  record Reply(int step, RecordedExchange exchange) implements AgentEntry {

    public String text() {
      return exchange.reply().text();
    }

    public List<ModelToolCall> calls() {
      return exchange.reply().calls();
    }

    /** Whether the model has said and asked for nothing. */
    boolean isEmpty() {
      return text().isBlank() && calls().isEmpty();
    }

    /** Whether the reply ended at the limit of its length. */
    boolean cutOff() {
      return exchange.reply().stop() == StopReason.LENGTH;
    }
  }

  /**
   * What a model has written in the place of earlier entries, which stay in the record.
   *
   * @param until the step of the last entry that it replaces; the first entry is never replaced
   */
  record Summary(int step, int until, RecordedExchange exchange) implements AgentEntry {

    public String text() {
      return exchange.reply().text();
    }
  }

  /** The answer to one tool call of the last reply before it. */
  record Answer(int step, ModelToolCall call, String text, boolean failed) implements AgentEntry {}
}
