package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.actor.AgentEntry;
import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.AgentEntry.Message;
import dev.cleveragents.engine.actor.AgentEntry.Reply;
import dev.cleveragents.engine.actor.AgentEntry.Summary;
import dev.cleveragents.engine.actor.ConversationRows.RoleEntry;
import dev.cleveragents.engine.model.ModelToolCall;
import java.util.List;
import java.util.stream.Collectors;

/** The view of an entry in a conversation with a model, which was redacted before it was stored. */
public final class ConversationView {

  private static final int LONGEST = 120;

  /** The fields of an entry; a summary names the last of the entries that it replaces. */
  public static final EntityView<RoleEntry> VIEW =
      EntityView.of(
          (it, _) ->
              new ViewRow(
                  "%d %s".formatted(it.entry().step(), kind(it.entry())),
                  EntityView.shortened(shown(it.entry()), LONGEST),
                  it.entry() instanceof Summary summary
                      ? "replaces what is before it, to step %d".formatted(summary.until())
                      : "",
                  Mark.NONE),
          data("role", RoleEntry::role),
          data("step", it -> it.entry().step()),
          data("kind", it -> kind(it.entry())),
          data("text", it -> text(it.entry())),
          data("calls", it -> calls(it.entry())),
          data("until", it -> it.entry() instanceof Summary summary ? summary.until() : null));

  private ConversationView() {}

  private static String kind(AgentEntry entry) {
    return switch (entry) {
      case Message message -> DisplayText.word(message.topic());
      case Reply _ -> "reply";
      case Answer answer -> answer.failed() ? "failure" : "answer";
      case Summary _ -> "summary";
    };
  }

  private static String text(AgentEntry entry) {
    return switch (entry) {
      case Message message -> message.text();
      case Reply reply -> reply.text();
      case Answer answer -> answer.text();
      case Summary summary -> summary.text();
    };
  }

  private static List<String> calls(AgentEntry entry) {
    return entry instanceof Reply reply
        ? reply.calls().stream().map(it -> it.tool() + " " + it.arguments()).toList()
        : List.of();
  }

  private static String shown(AgentEntry entry) {
    return entry instanceof Reply reply && reply.text().isBlank()
        ? reply.calls().stream().map(ModelToolCall::tool).collect(Collectors.joining(", "))
        : text(entry);
  }
}
