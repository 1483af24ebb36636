package dev.cleveragents.engine.actor;

/**
 * How far an agent may go before its step fails.
 *
 * @param turns how many replies it may use
 * @param toolCalls how many tools it may call
 */
public record AgentLimits(int turns, int toolCalls) {

  public static final AgentLimits STANDARD = new AgentLimits(60, 300);

  /** After this number of equal answers in a row the model is told. */
  static final int SAME_ANSWERS_TOLD = 3;

  /** After this number of equal answers in a row the step fails. */
  static final int SAME_ANSWERS_ENDED = 5;

  /** After this number of empty replies in a row the step fails. */
  static final int EMPTY_REPLIES_ENDED = 3;

  public AgentLimits {
    if (turns < 1 || toolCalls < 1) {
      throw new IllegalArgumentException("An agent needs at least one turn and one tool call");
    }
  }
}
