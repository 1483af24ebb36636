package dev.cleveragents.engine.actor;

import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.AgentEntry.Message;
import dev.cleveragents.engine.actor.AgentEntry.Reply;
import dev.cleveragents.engine.model.ModelToolCall;
import java.util.List;
import java.util.function.Predicate;

/**
 * The part of a conversation that a summary is to replace.
 *
 * @param until the step of its last entry
 * @param text for the model to read: it is not sent as a conversation, which a model would continue
 */
public record SummaryPart(int until, String text) {

  /** How much of one text is shown, so that long answers leave room for the others. */
  private static final int LONGEST = 2_000;

  /**
   * The part with these entries.
   *
   * @param earlier the summary before it; may be empty
   * @param fits whether a text is short enough; the oldest entries are left out until it is
   */
  static SummaryPart of(String earlier, List<AgentEntry> entries, Predicate<String> fits) {
    String before = earlier.isEmpty() ? "" : "[earlier]\n" + earlier + "\n\n";
    StringBuilder text = new StringBuilder();
    for (AgentEntry entry : entries) {
      switch (entry) {
        case Message message -> append(text, "user", message.text());
        case Reply reply -> {
          append(text, "assistant", reply.text());
          for (ModelToolCall call : reply.calls()) {
            append(text, "assistant calls " + call.tool(), call.arguments());
          }
        }
        case Answer answer ->
            append(
                text,
                (answer.failed() ? "failure of " : "result of ") + answer.call().tool(),
                answer.text());
        case AgentEntry.Summary _ -> {}
      }
    }
    while (text.length() > LONGEST && !fits.test(before + text)) {
      text.delete(0, text.length() / 4);
    }
    return new SummaryPart(entries.getLast().step(), before + text);
  }

  private static void append(StringBuilder text, String origin, String what) {
    if (!what.isBlank()) {
      text.append('[')
          .append(origin)
          .append("]\n")
          .append(what, 0, Math.min(what.length(), LONGEST));
      text.append(what.length() <= LONGEST ? "\n\n" : "…\n\n");
    }
  }
}
