package dev.cleveragents.engine.actor;

import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelToolCall;
import java.util.List;

/**
 * The record of an agent's work on one plan, and its means to work. Every method that changes
 * something returns when that is stored; after a crash another process continues from the entries.
 */
public interface AgentSession {

  /** All entries so far, in their order. */
  List<AgentEntry> entries();

  /** Stores a message from the user's side. */
  void tell(AgentEntry.Topic topic, String text);

  /** Whether users have given guidance that is no message yet. */
  boolean hasGuidance();

  /** Stores that guidance as messages. */
  void takeGuidance();

  /** Asks the model with these messages, pays for the reply and stores it. */
  void ask(List<ModelMessage> messages, int turn) throws InterruptedException;

  /**
   * Lets the model write a summary of a part of the conversation, pays for it and stores it.
   *
   * @param number of the summary in this conversation; the first is 1
   */
  void summarize(SummaryPart part, int number) throws InterruptedException;

  /**
   * Carries out a tool call of the last reply and stores the answer. A refusal and a failure are
   * answers too.
   */
  void answer(ModelToolCall call) throws InterruptedException;

  /**
   * Stores an answer without carrying out the call.
   *
   * @param why what the model is told
   */
  void refuse(ModelToolCall call, String why);
}
