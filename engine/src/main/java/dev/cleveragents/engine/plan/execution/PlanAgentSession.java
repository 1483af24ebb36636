package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.AgentEnd;
import dev.cleveragents.engine.actor.AgentEntry;
import dev.cleveragents.engine.actor.AgentEntry.Message;
import dev.cleveragents.engine.actor.AgentEntry.Reply;
import dev.cleveragents.engine.actor.AgentEntry.Summary;
import dev.cleveragents.engine.actor.AgentEntry.Topic;
import dev.cleveragents.engine.actor.AgentSession;
import dev.cleveragents.engine.actor.GuidanceRows;
import dev.cleveragents.engine.actor.SummaryPart;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.engine.model.RequestHash;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.job.DatabaseUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An agent's session on a plan: each entry is one step of the plan, stored before the next begins,
 * with the files that it changed and the money that it cost in the same transaction.
 */
final class PlanAgentSession implements AgentSession {

  /** The end of the role in whose turns summaries are counted. */
  private static final String SUMMARY = "-summary";

  private final ExecutionRun run;
  private final Part part;
  private final ModelCalls calls;
  private final AgentRecord record;
  private final AgentToolCalls toolCalls;
  private final List<ModelTool> tools;

  /**
   * The part that the agent plays.
   *
   * @param actor its name
   * @param system what the model is told about its part
   * @param tools what it may call
   */
  record Part(String role, String actor, String system, List<Tool<?>> tools) {

    Part {
      tools = List.copyOf(tools);
    }
  }

  PlanAgentSession(ExecutionRun run, Part part, ModelCalls calls) {
    this.run = run;
    this.part = part;
    this.calls = calls;
    this.record = new AgentRecord(run, part.role());
    this.toolCalls = new AgentToolCalls(run, record, part.actor(), part.tools());
    this.tools = part.tools().stream().map(ResourceArgument.of(run.plan())::modelTool).toList();
  }

  /** Settles what an earlier worker has left. */
  void begin() {
    calls.settleLost();
  }

  @Override
  public List<AgentEntry> entries() {
    return record.entries();
  }

  @Override
  public void tell(Topic topic, String text) {
    tell(topic, text, Effects.none());
  }

  private void tell(Topic topic, String text, Effects beside) {
    Message message = new Message(record.nextStep(), topic, record.redacted(text));
    Map<String, @Nullable Object> data =
        AuditEvent.data(
            "step",
            message.step(),
            "role",
            part.role(),
            "topic",
            topic.name().toLowerCase(Locale.ROOT));
    if (topic == Topic.GUIDANCE) {
      data.put("what", AgentRecord.firstLine(message.text()));
    }
    record.add(message, "agent.told", data, beside);
  }

  @Override
  public boolean hasGuidance() {
    return !guidance().isEmpty();
  }

  private List<GuidanceRows.Guidance> guidance() {
    return run.services()
        .database()
        .read(transaction -> new GuidanceRows(transaction).open(run.plan().id()));
  }

  @Override
  public void takeGuidance() {
    for (GuidanceRows.Guidance guidance : guidance()) {
      int step = record.nextStep();
      tell(
          Topic.GUIDANCE,
          guidance.text(),
          DatabaseUnit.writing(
              transaction -> new GuidanceRows(transaction).taken(guidance.id(), step)));
    }
  }

  @Override
  public void ask(List<ModelMessage> messages, int turn) throws InterruptedException {
    ModelRequest request =
        new ModelRequest(
            new ModelRequest.Turn(part.role(), turn), part.system(), messages, tools, 0);
    exchange(request, "model.replied", exchange -> new Reply(record.nextStep(), exchange));
  }

  /** Its turns are counted apart, so that a recording answers each with its own kind of reply. */
  @Override
  public void summarize(SummaryPart middle, int number) throws InterruptedException {
    ModelRequest request =
        new ModelRequest(
            new ModelRequest.Turn(part.role() + SUMMARY, number),
            run.services().agents().prompts().text("summary"),
            List.of(new ModelMessage.User(middle.text())),
            List.of(),
            0);
    exchange(
        request,
        "model.summarized",
        exchange -> new Summary(record.nextStep(), middle.until(), exchange));
  }

  /** Asks, and stores the reply as the next step with what it has cost. */
  private void exchange(
      ModelRequest request, String event, Function<RecordedExchange, AgentEntry> entryOf)
      throws InterruptedException {
    run.token().throwIfCancelled();
    ModelCalls.Paid paid = calls.ask(request);
    ModelReply given = paid.reply();
    AgentEntry entry =
        entryOf.apply(
            new RecordedExchange(
                request.turn(), paid.model(), RequestHash.of(request), given, paid.took()));
    Map<String, @Nullable Object> data =
        AuditEvent.data(
            "step", entry.step(),
            "role", part.role(),
            "turn", request.turn().number(),
            "model", paid.model().name().toString(),
            "what", whatOf(given),
            "input", given.usage().input() + given.usage().cacheWrite(),
            "cached", given.usage().cacheRead(),
            "output", given.usage().output(),
            "ms", paid.took().toMillis());
    if (paid.model().price() != null) {
      data.put("cost", paid.cost().money().toDollars().toPlainString());
    }
    record.add(entry, event, data, paid.settlement());
  }

  private static String whatOf(ModelReply reply) {
    if (!reply.text().isBlank()) {
      return AgentRecord.firstLine(reply.text());
    }
    return reply.calls().stream().map(ModelToolCall::tool).collect(Collectors.joining(", "));
  }

  /** Stores how the agent has ended its work. */
  void ended(AgentEnd end) {
    run.recorder().agentEnded(part.role(), end, run.done());
  }

  @Override
  public void answer(ModelToolCall call) throws InterruptedException {
    toolCalls.carryOut(call);
  }

  @Override
  public void refuse(ModelToolCall call, String why) {
    toolCalls.refuse(call, why);
  }
}
