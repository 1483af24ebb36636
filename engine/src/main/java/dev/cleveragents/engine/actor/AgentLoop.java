package dev.cleveragents.engine.actor;

import dev.cleveragents.engine.actor.AgentEntry.Topic;
import dev.cleveragents.engine.model.ModelToolCall;
import java.util.Optional;

/**
 * The loop of an agent: the model replies, its tool calls are carried out one after another, and
 * the answers go into the next request, until the model ends its work.
 *
 * <ul>
 *   <li>The conversation is derived from the session's record in every round, so a loop that was
 *       interrupted anywhere continues in another process at the first thing that is not stored.
 *   <li>A stored reply is never asked for again, and a stored answer never computed again.
 *   <li>It ends: the turns, the tool calls and equal answers in a row are limited.
 * </ul>
 */
public final class AgentLoop {

  private final AgentSession session;
  private final AgentLimits limits;
  private final Compaction compaction;

  public AgentLoop(AgentSession session, AgentLimits limits, Compaction compaction) {
    this.session = session;
    this.limits = limits;
    this.compaction = compaction;
  }

  /**
   * Works until the model ends its work.
   *
   * @throws AgentStuckException at a limit
   */
  public AgentEnd run() throws InterruptedException {
    while (true) {
      Conversation conversation = new Conversation(session.entries());
      Optional<ModelToolCall> call = conversation.unanswered();
      if (call.isPresent()) {
        carryOut(call.get(), conversation);
        continue;
      }
      if (session.hasGuidance()) {
        session.takeGuidance();
        conversation = new Conversation(session.entries());
      }
      Optional<AgentEnd> end = conversation.end();
      if (end.isPresent()) {
        return end.get();
      }
      requireTurn(conversation);
      requireContent(conversation);
      if (conversation.needsContinuation()) {
        session.tell(
            Topic.REMARK,
            "Your reply was cut off at its limit. Continue with shorter replies, one tool call at"
                + " a time.");
      }
      Conversation current = new Conversation(session.entries());
      Optional<SummaryPart> middle = compaction.middle(current);
      if (middle.isPresent()) {
        session.summarize(middle.get(), current.summaries() + 1);
        current = new Conversation(session.entries());
      }
      session.ask(compaction.fit(current), current.turns() + 1);
    }
  }

  private void carryOut(ModelToolCall call, Conversation conversation) throws InterruptedException {
    if (session.hasGuidance()) {
      session.refuse(call, "Not carried out: the user has given new guidance, which follows");
      return;
    }
    if (conversation.toolCallsOfThisTask() >= limits.toolCalls()) {
      throw new AgentStuckException(
          "The agent has used all of its %d tool calls without an end"
              .formatted(limits.toolCalls()));
    }
    if (conversation.isFinishing()) {
      session.refuse(call, "Not carried out: 'finish' came before it in the same reply");
      return;
    }
    session.answer(call);
    int same = new Conversation(session.entries()).sameAnswersInARow();
    if (same >= AgentLimits.SAME_ANSWERS_ENDED) {
      throw new AgentStuckException(
          "The agent is stuck: it called %s %d times in a row with the same result"
              .formatted(call.tool(), same));
    }
  }

  /** Tells the model that its reply was empty, which is no end, and fails when it stays so. */
  private void requireContent(Conversation conversation) {
    int empty = conversation.emptyRepliesInARow();
    if (empty >= AgentLimits.EMPTY_REPLIES_ENDED) {
      throw new AgentStuckException(
          "The model gave %d empty replies in a row, without a text or a tool call"
              .formatted(empty));
    }
    if (empty > 0 && conversation.entries().getLast() instanceof AgentEntry.Reply) {
      session.tell(
          Topic.REMARK,
          "Your reply was empty. Continue with a tool call, or end your work as you were told to.");
    }
  }

  private void requireTurn(Conversation conversation) {
    if (conversation.turnsOfThisTask() >= limits.turns()) {
      throw new AgentStuckException(
          "The agent has used all of its %d turns without an end".formatted(limits.turns()));
    }
    int same = conversation.sameAnswersInARow();
    if (same == AgentLimits.SAME_ANSWERS_TOLD
        && conversation.entries().getLast() instanceof AgentEntry.Answer) {
      session.tell(
          Topic.REMARK,
          "You have made the same call with the same result %d times in a row. Try another way."
              .formatted(same));
    }
  }
}
