package dev.cleveragents.engine.actor;

import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelMessage.Assistant;
import dev.cleveragents.engine.model.ModelMessage.ToolAnswer;
import dev.cleveragents.engine.model.ModelMessage.ToolAnswers;
import dev.cleveragents.engine.model.ModelMessage.User;
import java.util.ArrayList;
import java.util.List;

/**
 * Fits a long conversation into the window of its model. The record keeps everything; only the
 * request is shorter.
 *
 * <ul>
 *   <li>Above 70 % of the window, old tool answers become one line that says how to get them again.
 *   <li>If that is not enough, the oldest exchanges after the task are left out.
 *   <li>What is shortened grows in blocks, so that most requests begin like the one before and
 *       providers can answer from their cache.
 * </ul>
 *
 * @param window how many tokens the messages may have
 */
public record Compaction(int window, TokenCounter counter) {

  private static final double FULL = 0.7;
  private static final double WANTED = 0.5;

  /** How many of the last messages are never shortened. */
  private static final int KEPT = 6;

  /** The number of messages by which the shortened part grows. */
  private static final int BLOCK = 8;

  /** A shorter answer is not worth a stub. */
  private static final int WORTH_A_STUB = 200;

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
    return tokens(stubbed) <= window * FULL ? stubbed : withoutOldest(stubbed, most);
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
