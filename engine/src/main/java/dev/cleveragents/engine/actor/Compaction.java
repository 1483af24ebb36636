package dev.cleveragents.engine.actor;

import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelMessage.Assistant;
import dev.cleveragents.engine.model.ModelMessage.ToolAnswer;
import dev.cleveragents.engine.model.ModelMessage.ToolAnswers;
import dev.cleveragents.engine.model.ModelMessage.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fits a long conversation into the window of its model. The record keeps everything; only the
 * request is shorter.
 *
 * <ul>
 *   <li>Above 70 % of the window, old tool answers become one line that says how to get them again.
 *   <li>If the conversation still has more than 85 % of the window, the model writes a summary of
 *       its middle.
 *   <li>If even that is not enough, the oldest exchanges after the task are left out.
 *   <li>What is shortened grows in blocks, so that most requests begin like the one before and
 *       providers can answer from their cache.
 * </ul>
 *
 * @param window how many tokens the messages may have
 */
public record Compaction(int window, TokenCounter counter) {

  private static final double FULL = 0.7;
  private static final double WANTED = 0.5;

  /** With shortened answers, above this a summary is written. */
  private static final double SUMMARIZED = 0.85;

  /** The part of the window that the last exchanges keep when a summary replaces the others. */
  private static final double RECENT = 0.3;

  /** A summary of fewer entries is not worth its price. */
  private static final int WORTH_A_SUMMARY = 4;

  /** How many of the last messages are never shortened. */
  private static final int KEPT = 6;

  /** The number of messages by which the shortened part grows. */
  private static final int BLOCK = 8;

  /** A shorter answer is not worth a stub. */
  private static final int WORTH_A_STUB = 200;

  /** The part that the model is to summarize before the next request; empty if all fits. */
  Optional<SummaryPart> middle(Conversation conversation) {
    List<ModelMessage> messages = conversation.messages();
    if (tokens(messages) <= window * SUMMARIZED
        || tokens(stubbed(messages, Math.max(0, messages.size() - KEPT))) <= window * SUMMARIZED) {
      return Optional.empty();
    }
    List<AgentEntry> entries = conversation.sinceSummary();
    int end = entries.size();
    int recent = 0;
    for (int i = entries.size() - 1; i >= WORTH_A_SUMMARY; i--) {
      recent += tokens(Conversation.messages(List.of(entries.get(i))));
      // An answer cannot stand without the reply that has asked for it.
      if (!(entries.get(i) instanceof AgentEntry.Answer)) {
        if (end < entries.size() && recent > window * RECENT) {
          break;
        }
        end = i;
      }
    }
    return end == entries.size()
        ? Optional.empty()
        : Optional.of(
            SummaryPart.of(
                conversation.summaryText(),
                entries.subList(0, end),
                text -> counter.count(text) <= window * SUMMARIZED));
  }

  List<ModelMessage> fit(Conversation conversation) {
    List<ModelMessage> messages = conversation.messages();
    if (tokens(messages) <= window * FULL) {
      return messages;
    }
    int most = Math.max(0, messages.size() - KEPT);
    List<ModelMessage> stubbed = messages;
    for (int end = Math.min(BLOCK, most); ; end = Math.min(end + BLOCK, most)) {
      stubbed = stubbed(messages, end);
      if (tokens(stubbed) <= window * WANTED) {
        return stubbed;
      }
      if (end == most) {
        break;
      }
    }
    return tokens(stubbed) <= window * SUMMARIZED ? stubbed : withoutOldest(stubbed, most);
  }

  /** Answers of the first messages as one line each. */
  private static List<ModelMessage> stubbed(List<ModelMessage> messages, int end) {
    List<ModelMessage> stubbed = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      stubbed.add(
          i < end && messages.get(i) instanceof ToolAnswers answers
              ? new ToolAnswers(answers.answers().stream().map(Compaction::stub).toList())
              : messages.get(i));
    }
    return stubbed;
  }

  private static ToolAnswer stub(ToolAnswer answer) {
    return answer.text().length() < WORTH_A_STUB
        ? answer
        : new ToolAnswer(
            answer.call(),
            answer.tool(),
            "(%,d characters left out to save space; call %s again if you need them)"
                .formatted(answer.text().length(), answer.tool()),
            answer.failed());
  }

  /** Leaves out whole exchanges after the first message, which is the task. */
  private List<ModelMessage> withoutOldest(List<ModelMessage> messages, int most) {
    if (most <= 1) {
      return messages;
    }
    for (int end = Math.min(BLOCK, most); ; end = Math.min(end + BLOCK, most)) {
      int next = end;
      // An answer cannot stand without the reply that has asked for it.
      while (next < messages.size() && messages.get(next) instanceof ToolAnswers) {
        next++;
      }
      List<ModelMessage> shorter = new ArrayList<>();
      shorter.add(messages.getFirst());
      shorter.add(
          new User(
              "(%d earlier messages of this conversation are left out; the files are as they left"
                      .formatted(next - 1)
                  + " them.)"));
      shorter.addAll(messages.subList(next, messages.size()));
      if (end == most || tokens(shorter) <= window * FULL) {
        return shorter;
      }
    }
  }

  /** How many tokens these messages have. */
  public int tokens(List<ModelMessage> messages) {
    return messages.stream().mapToInt(this::tokens).sum();
  }

  private int tokens(ModelMessage message) {
    return switch (message) {
      case User(String text) -> counter.count(text) + 4;
      case Assistant assistant ->
          counter.count(assistant.text())
              + assistant.calls().stream()
                  .mapToInt(call -> counter.count(call.arguments()) + 16)
                  .sum()
              + 4;
      case ToolAnswers answers ->
          answers.answers().stream().mapToInt(answer -> counter.count(answer.text()) + 8).sum();
    };
  }
}
