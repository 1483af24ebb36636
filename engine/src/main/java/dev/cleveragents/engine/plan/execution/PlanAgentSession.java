package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.AgentEnd;
import dev.cleveragents.engine.actor.AgentEntry;
import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.AgentEntry.Message;
import dev.cleveragents.engine.actor.AgentEntry.Reply;
import dev.cleveragents.engine.actor.AgentEntry.Topic;
import dev.cleveragents.engine.actor.AgentSession;
import dev.cleveragents.engine.actor.ConversationRows;
import dev.cleveragents.engine.actor.GuidanceRows;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.engine.model.RequestHash;
import dev.cleveragents.engine.plan.ApprovalRequest;
import dev.cleveragents.engine.plan.ApprovalRows;
import dev.cleveragents.engine.plan.ApprovalRows.Answered;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.tool.AskUserTool;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.DecideTool;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolContext;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An agent's session on a plan: each entry is one step of the plan, stored before the next begins,
 * with the files that it changed and the money that it cost in the same transaction.
 */
final class PlanAgentSession implements AgentSession {

  private static final Duration COMMAND_DEADLINE = Duration.ofMinutes(10);

  /** How much of a tool's output the model sees, the end rather than the beginning. */
  private static final int MOST_OUTPUT_HEAD = 6_000;

  private static final int MOST_OUTPUT_TAIL = 18_000;
  private static final int MOST_READ = 64_000;

  private final ExecutionRun run;
  private final Part part;
  private final ModelCalls calls;
  private final ConversationRows.Key conversation;
  private final List<ModelTool> tools;
  private final List<AgentEntry> entries;

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
    Plan plan = run.plan();
    this.conversation =
        new ConversationRows.Key(plan.id(), plan.status().counters().replans(), part.role());
    this.tools =
        part.tools().stream()
            .map(tool -> new ModelTool(tool.name(), tool.description(), tool.schema()))
            .toList();
    this.entries =
        new ArrayList<>(
            run.services()
                .database()
                .read(transaction -> new ConversationRows(transaction).of(conversation)));
  }

  /** Settles what an earlier worker has left. */
  void begin() {
    calls.settleLost();
  }

  @Override
  public List<AgentEntry> entries() {
    return List.copyOf(entries);
  }

  @Override
  public void tell(Topic topic, String text) {
    tell(topic, text, Effects.none());
  }

  private void tell(Topic topic, String text, Effects beside) {
    Message message = new Message(nextStep(), topic, redacted(text));
    Map<String, @Nullable Object> data =
        AuditEvent.data(
            "step",
            message.step(),
            "role",
            part.role(),
            "topic",
            topic.name().toLowerCase(Locale.ROOT));
    if (topic == Topic.GUIDANCE) {
      data.put("what", firstLine(message.text()));
    }
    store(message, "agent.told", data, beside);
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
      int step = nextStep();
      tell(
          Topic.GUIDANCE,
          guidance.text(),
          DatabaseUnit.writing(
              transaction -> new GuidanceRows(transaction).taken(guidance.id(), step)));
    }
  }

  @Override
  public void ask(List<ModelMessage> messages, int turn) throws InterruptedException {
    run.token().throwIfCancelled();
    ModelRequest request =
        new ModelRequest(
            new ModelRequest.Turn(part.role(), turn), part.system(), messages, tools, 0);
    ModelCalls.Paid paid = calls.ask(request);
    ModelReply given = paid.reply();
    Reply reply =
        new Reply(
            nextStep(),
            new RecordedExchange(
                request.turn(), paid.model(), RequestHash.of(request), given, paid.took()));
    Map<String, @Nullable Object> data =
        AuditEvent.data(
            "step", reply.step(),
            "role", part.role(),
            "turn", turn,
            "model", paid.model().name().toString(),
            "what", whatOf(given),
            "input", given.usage().input() + given.usage().cacheWrite(),
            "cached", given.usage().cacheRead(),
            "output", given.usage().output(),
            "ms", paid.took().toMillis());
    if (paid.model().price() != null) {
      data.put("cost", paid.cost().money().toDollars().toPlainString());
    }
    store(reply, "model.replied", data, paid.settlement());
  }

  private static String whatOf(ModelReply reply) {
    if (!reply.text().isBlank()) {
      return firstLine(reply.text());
    }
    return reply.calls().stream().map(ModelToolCall::tool).collect(Collectors.joining(", "));
  }

  private static String firstLine(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() <= 160
        ? line
        : line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, 159))) + "…";
  }

  @Override
  public void answer(ModelToolCall call) throws InterruptedException {
    run.token().throwIfCancelled();
    Optional<Tool<?>> tool =
        part.tools().stream().filter(it -> it.name().equals(call.tool())).findFirst();
    if (tool.isEmpty()) {
      refuse(
          call,
          "There is no tool '%s'; there are: %s"
              .formatted(
                  shortened(call.tool(), 60),
                  part.tools().stream().map(Tool::name).collect(Collectors.joining(", "))));
      return;
    }
    ToolCall<?> parsed;
    try {
      parsed = ToolCall.readJson(tool.get(), call.arguments());
    } catch (OperationException e) {
      refuse(call, String.valueOf(e.getMessage()));
      return;
    }
    if (parsed.hasEffects()) {
      change(call, parsed);
    } else if (parsed.arguments() instanceof AskUserTool.Arguments question) {
      ask(call, question);
    } else if (parsed.arguments() instanceof DecideTool.Arguments decision) {
      decide(call, decision);
    } else {
      read(call, parsed);
    }
  }

  @Override
  public void refuse(ModelToolCall call, String why) {
    store(call, new ToolResult(false, false, why, "", Duration.ZERO), Effects.none());
  }

  /** Runs a call without effects; tools that users added can still be denied by the profile. */
  private void read(ModelToolCall call, ToolCall<?> parsed) throws InterruptedException {
    if (parsed.tool().isGuarded()) {
      Optional<PhaseFailedException> refusal =
          run.permission().refusal(use(call, parsed), nextStep(), run.sandboxes().first());
      if (refusal.isPresent()) {
        refuse(call, String.valueOf(refusal.get().getMessage()));
        return;
      }
    }
    ToolResult result;
    try {
      result = parsed.run(context());
    } catch (OperationException e) {
      result = ToolResult.failed(String.valueOf(e.getMessage()));
    }
    store(call, result, Effects.none());
  }

  private ToolContext context() {
    return new ToolContext(
        run.sandboxes(),
        run.sandboxes().first(),
        CommandEnvironment.within(COMMAND_DEADLINE),
        run.services().commands(),
        run.token());
  }

  /**
   * Answers with what the user has answered.
   *
   * @throws ApprovalNeededException if there is no answer yet
   */
  private void ask(ModelToolCall call, AskUserTool.Arguments question) {
    if (!run.plan().brief().rules().profile().attended()) {
      refuse(call, "There is no user to ask. Decide by yourself, and say so in your summary");
      return;
    }
    List<String> options = question.options() == null ? List.of() : question.options();
    ApprovalRequest.About about =
        new ApprovalRequest.About(
            nextStep(),
            Sha256.of(call.arguments().getBytes(StandardCharsets.UTF_8)),
            String.join("\n", options));
    Optional<Answered> answer =
        run.services()
            .database()
            .read(transaction -> ApprovalRows.answerTo(transaction, run.plan(), about));
    if (answer.isEmpty()) {
      throw new ApprovalNeededException(
          new ApprovalRequest(AskUserTool.NAME, shortened(question.question(), 2_000), about));
    }
    String words = answer.get().reason();
    store(
        call,
        new ToolResult(
            true,
            false,
            "%s answers: %s"
                .formatted(
                    answer.get().givenBy(),
                    words == null ? (answer.get().granted() ? "yes" : "no") : words),
            "",
            Duration.ZERO),
        Effects.none());
  }

  private void decide(ModelToolCall call, DecideTool.Arguments given) {
    DecisionContent choice =
        StrategizePhase.choice(
            run.plan().status().phase() == PlanPhase.STRATEGIZE
                ? DecisionType.STRATEGY_CHOICE
                : DecisionType.IMPLEMENTATION_CHOICE,
            new Script.Choice(
                given.question(),
                given.chosen(),
                given.alternatives() == null ? List.of() : given.alternatives(),
                given.confidence() == null ? null : Math.clamp(given.confidence(), 0.0, 1.0),
                given.rationale()));
    store(
        call,
        new ToolResult(true, false, "recorded", "", Duration.ZERO),
        run.recorder().deciding(nextStep(), choice));
  }

  /** Runs a call with effects, if the plan's profile and the people asked allow it. */
  private void change(ModelToolCall call, ToolCall<?> parsed) throws InterruptedException {
    int step = nextStep();
    WorkStep.UseTool use = use(call, parsed);
    Optional<PhaseFailedException> refusal;
    try {
      refusal = run.permission().refusal(use, step, run.sandboxes().first());
    } catch (OperationException e) {
      refuse(call, String.valueOf(e.getMessage()));
      return;
    }
    if (refusal.isPresent()) {
      refuse(call, String.valueOf(refusal.get().getMessage()));
      return;
    }
    List<Answer> stored = new ArrayList<>();
    try {
      run.tools()
          .runForAgent(
              use,
              new ToolStepRunner.StepSite(
                  step, part.actor(), run.sandboxes(), run.sandboxes().first()),
              result -> {
                Answer answer = answer(step, call, result);
                stored.add(answer);
                return run.recorder().entry(conversation, answer);
              },
              run.token());
    } catch (OperationException e) {
      if (e.kind() != OperationException.Kind.INVALID) {
        throw e;
      }
      // Such as a path that leads out of the sandbox: the call has done nothing.
      refuse(call, String.valueOf(e.getMessage()));
      return;
    }
    entries.add(stored.getLast());
    run.stepIsDone();
  }

  private WorkStep.UseTool use(ModelToolCall call, ToolCall<?> parsed) {
    return new WorkStep.UseTool(
        new Script.UseTool(parsed, null),
        new WorkStep.Standpoint(positionOf(call), null, parsed),
        CommandEnvironment.within(COMMAND_DEADLINE));
  }

  /** The position of a call in its reply; the first is 1. */
  private int positionOf(ModelToolCall call) {
    for (AgentEntry entry : entries.reversed()) {
      if (entry instanceof Reply reply) {
        return reply.calls().indexOf(call) + 1;
      }
    }
    return 1;
  }

  /** Stores how the agent has ended its work. */
  void ended(AgentEnd end) {
    run.recorder().agentEnded(part.role(), end, run.done());
  }

  private void store(ModelToolCall call, ToolResult result, Effects beside) {
    Answer answer = answer(nextStep(), call, result);
    store(
        answer,
        "tool.answered",
        AuditEvent.data(
            "step", answer.step(),
            "tool", shortened(call.tool(), 60),
            "what", firstLine(result.message()),
            "failed", answer.failed()),
        beside);
  }

  private Answer answer(int step, ModelToolCall call, ToolResult result) {
    boolean isRead = result.succeeded() && result.message().startsWith("read ");
    String output = isRead ? shortened(result.output(), MOST_READ) : headAndTail(result.output());
    String text = output.isEmpty() ? result.message() : result.message() + "\n" + output;
    return new Answer(step, call, redacted(text), !result.succeeded());
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

  private static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }

  private void store(
      AgentEntry entry, String type, Map<String, @Nullable Object> data, Effects beside) {
    run.recorder().said(conversation, entry, type, data, beside);
    entries.add(entry);
    run.stepIsDone();
  }

  private int nextStep() {
    return run.done() + 1;
  }

  private String redacted(String text) {
    return run.services().journal().audit().redact(text.replace('\0', '?'));
  }
}
