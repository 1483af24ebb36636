package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.AgentEntry;
import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.ConversationRows;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.kernel.job.Effects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The record of one agent's conversation: what is appended is stored as the next step of the plan
 * before it is seen. Texts are stored without secrets, because models are sent what is stored.
 */
final class AgentRecord {

  /** How much of a tool's output the model sees, the end rather than the beginning. */
  private static final int MOST_OUTPUT_HEAD = 6_000;

  private static final int MOST_OUTPUT_TAIL = 18_000;
  private static final int MOST_READ = 64_000;

  private final ExecutionRun run;
  private final ConversationRows.Key conversation;
  private final List<AgentEntry> entries;

  AgentRecord(ExecutionRun run, String role) {
    this.run = run;
    Plan plan = run.plan();
    this.conversation =
        new ConversationRows.Key(plan.id(), plan.status().counters().replans(), role);
    this.entries =
        new ArrayList<>(
            run.services()
                .database()
                .read(transaction -> new ConversationRows(transaction).of(conversation)));
  }

  List<AgentEntry> entries() {
    return List.copyOf(entries);
  }

  /** The number of the next step. */
  int nextStep() {
    return run.done() + 1;
  }

  /** Stores an entry as the next step, with its event. */
  void add(AgentEntry entry, String type, Map<String, @Nullable Object> data, Effects beside) {
    run.recorder().said(conversation, entry, type, data, beside);
    entries.add(entry);
    run.stepIsDone();
  }

  /** The effect that stores an entry, for a step that is stored with it. */
  Effects storing(AgentEntry entry) {
    return run.recorder().entry(conversation, entry);
  }

  /** Notes an entry that was stored as the next step. */
  void stored(AgentEntry entry) {
    entries.add(entry);
    run.stepIsDone();
  }

  /** Stores the answer to a call that has changed nothing. */
  void answered(ModelToolCall call, ToolResult result, Effects beside) {
    Answer answer = answer(call, result);
    add(
        answer,
        "tool.answered",
        AuditEvent.data(
            "step", answer.step(),
            "tool", shortened(call.tool(), 60),
            "what", firstLine(redacted(result.message())),
            "failed", answer.failed()),
        beside);
  }

  /** The answer to a call, as the next step. */
  Answer answer(ModelToolCall call, ToolResult result) {
    boolean isRead = result.succeeded() && result.message().startsWith("read ");
    // Without secrets first: one that is cut in two is no longer recognised.
    String whole = redacted(result.output());
    String output = isRead ? shortened(whole, MOST_READ) : headAndTail(whole);
    String message = redacted(result.message());
    String text = output.isEmpty() ? message : message + "\n" + output;
    return new Answer(nextStep(), call, text, !result.succeeded());
  }

  private static String headAndTail(String output) {
    if (output.length() <= MOST_OUTPUT_HEAD + MOST_OUTPUT_TAIL) {
      return output;
    }
    return output.substring(0, MOST_OUTPUT_HEAD)
        + "\n(… %,d characters left out …)\n"
            .formatted(output.length() - MOST_OUTPUT_HEAD - MOST_OUTPUT_TAIL)
        + output.substring(output.length() - MOST_OUTPUT_TAIL);
  }

  static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }

  static String firstLine(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() <= 160
        ? line
        : line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, 159))) + "…";
  }

  String redacted(String text) {
    return run.services().journal().audit().redact(text.replace('\0', '?'));
  }
}
