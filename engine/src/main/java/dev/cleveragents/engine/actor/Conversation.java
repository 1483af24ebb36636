package dev.cleveragents.engine.actor;

import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.AgentEntry.Message;
import dev.cleveragents.engine.actor.AgentEntry.Reply;
import dev.cleveragents.engine.actor.AgentEntry.Summary;
import dev.cleveragents.engine.actor.AgentEntry.Topic;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.tool.BuiltInTools;
import dev.cleveragents.engine.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A conversation with a model, derived from the recorded entries of a plan. A value: the same
 * entries always give the same conversation, in any process.
 */
public record Conversation(List<AgentEntry> entries) {

  public Conversation {
    entries = List.copyOf(entries);
  }

  /**
   * The messages for the next request, with the last summary in the place of what it replaces.
   * Answers to one reply are one message.
   */
  public List<ModelMessage> messages() {
    Optional<Summary> summary = summary();
    if (summary.isEmpty()) {
      return messages(entries);
    }
    List<ModelMessage> messages = new ArrayList<>(messages(entries.subList(0, 1)));
    messages.add(new ModelMessage.User(text(summary.get())));
    messages.addAll(messages(sinceSummary()));
    return messages;
  }

  private Optional<Summary> summary() {
    return entries.reversed().stream()
        .filter(Summary.class::isInstance)
        .map(Summary.class::cast)
        .findFirst();
  }

  /** The entries after the first that no summary replaces. */
  List<AgentEntry> sinceSummary() {
    int until = summary().map(Summary::until).orElse(0);
    return entries.stream()
        .skip(1)
        .filter(entry -> entry.step() > until && !(entry instanceof Summary))
        .toList();
  }

  /** How many summaries there are. */
  int summaries() {
    return count(entries, Summary.class);
  }

  /** The text of the last summary; empty if there is none. */
  String summaryText() {
    return summary().map(this::text).orElse("");
  }

  /** A summary, and word for word what users have said: a model may have left that out. */
  private String text(Summary summary) {
    List<AgentEntry> replaced =
        entries.stream().skip(1).filter(entry -> entry.step() <= summary.until()).toList();
    StringBuilder text = new StringBuilder("The earlier part of this conversation was left out. ");
    text.append(summary.text().isBlank() ? "The files are as it left them." : "Your summary of it:")
        .append('\n')
        .append(summary.text());
    String findings = "";
    for (AgentEntry entry : replaced) {
      if (entry instanceof Message message && message.topic() == Topic.GUIDANCE) {
        text.append("\n\nThe user said then:\n").append(message.text());
      } else if (entry instanceof Message message && message.topic() != Topic.REMARK) {
        findings = "\n\nThe last message then:\n" + message.text();
      }
    }
    return text + findings;
  }

  static List<ModelMessage> messages(List<AgentEntry> entries) {
    List<ModelMessage> messages = new ArrayList<>();
    List<ModelMessage.ToolAnswer> answers = new ArrayList<>();
    for (AgentEntry entry : entries) {
      if (!(entry instanceof Answer) && !answers.isEmpty()) {
        messages.add(new ModelMessage.ToolAnswers(answers));
        answers.clear();
      }
      switch (entry) {
        case Message message -> messages.add(new ModelMessage.User(message.text()));
        case Reply reply -> messages.add(new ModelMessage.Assistant(reply.text(), reply.calls()));
        case Summary _ -> {}
        case Answer answer ->
            answers.add(
                new ModelMessage.ToolAnswer(
                    answer.call().id(), answer.call().tool(), answer.text(), answer.failed()));
      }
    }
    if (!answers.isEmpty()) {
      messages.add(new ModelMessage.ToolAnswers(answers));
    }
    return messages;
  }

  /** The first tool call of the last reply that has no answer yet. */
  public Optional<ModelToolCall> unanswered() {
    int last = lastReply();
    if (last < 0) {
      return Optional.empty();
    }
    Reply reply = (Reply) entries.get(last);
    int answered = 0;
    for (AgentEntry entry : entries.subList(last, entries.size())) {
      answered += entry instanceof Answer ? 1 : 0;
    }
    return answered < reply.calls().size()
        ? Optional.of(reply.calls().get(answered))
        : Optional.empty();
  }

  /** How the model has ended its work, if it has and no message came since. */
  public Optional<AgentEnd> end() {
    int last = lastReply();
    if (last < 0 || unanswered().isPresent()) {
      return Optional.empty();
    }
    Reply reply = (Reply) entries.get(last);
    List<AgentEntry> since = entries.subList(last + 1, entries.size());
    if (since.stream().anyMatch(Message.class::isInstance)) {
      return Optional.empty();
    }
    if (reply.calls().isEmpty()) {
      return reply.cutOff() || reply.isEmpty()
          ? Optional.empty()
          : Optional.of(AgentEnd.ofText(reply.text()));
    }
    return since.stream()
        .filter(Answer.class::isInstance)
        .map(Answer.class::cast)
        .filter(Conversation::isFinish)
        .findFirst()
        .map(answer -> AgentEnd.ofCall(answer.call()));
  }

  /** Whether a call of the last reply has ended the work already. */
  boolean isFinishing() {
    return entries.subList(Math.max(0, lastReply()), entries.size()).stream()
        .anyMatch(entry -> entry instanceof Answer answer && isFinish(answer));
  }

  private static boolean isFinish(Answer answer) {
    return !answer.failed()
        && BuiltInTools.named(answer.call().tool()).filter(Tool::ends).isPresent();
  }

  /** Whether the last reply was cut off and has no calls that could be answered. */
  boolean needsContinuation() {
    return !entries.isEmpty()
        && entries.getLast() instanceof Reply reply
        && reply.cutOff()
        && !reply.isEmpty()
        && reply.calls().isEmpty();
  }

  /** How many of the last replies had neither text nor calls. */
  int emptyRepliesInARow() {
    int count = 0;
    for (AgentEntry entry : thisTask().reversed()) {
      if (entry instanceof Reply reply) {
        if (!reply.isEmpty()) {
          break;
        }
        count++;
      }
    }
    return count;
  }

  /** How many replies there are. */
  public int turns() {
    return count(entries, Reply.class);
  }

  /** How many replies there are since the task, the last findings or the last guidance. */
  int turnsOfThisTask() {
    return count(thisTask(), Reply.class);
  }

  /** How many tool calls were answered since the task, the last findings or the last guidance. */
  int toolCallsOfThisTask() {
    return count(thisTask(), Answer.class);
  }

  private List<AgentEntry> thisTask() {
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i) instanceof Message message && message.topic() != Topic.REMARK) {
        return entries.subList(i, entries.size());
      }
    }
    return entries;
  }

  private static int count(List<AgentEntry> some, Class<? extends AgentEntry> type) {
    return (int) some.stream().filter(type::isInstance).count();
  }

  /** How many messages of this topic there are. */
  public int messages(Topic topic) {
    return (int)
        entries.stream()
            .filter(entry -> entry instanceof Message message && message.topic() == topic)
            .count();
  }

  /** How often in a row the last answers were to the same call, with the same text. */
  int sameAnswersInARow() {
    int count = 0;
    Answer last = null;
    for (AgentEntry entry : entries.reversed()) {
      if (entry instanceof Answer answer) {
        if (last != null && !isSame(last, answer)) {
          break;
        }
        last = answer;
        count++;
      } else if (entry instanceof Message message && message.topic() != Topic.REMARK) {
        break;
      }
    }
    return count;
  }

  private static boolean isSame(Answer one, Answer other) {
    return one.call().tool().equals(other.call().tool())
        && one.call().arguments().equals(other.call().arguments())
        && one.text().equals(other.text());
  }

  private int lastReply() {
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i) instanceof Reply) {
        return i;
      }
    }
    return -1;
  }
}
