package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.AgentEntry;
import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.AgentEntry.Reply;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.plan.ApprovalRequest;
import dev.cleveragents.engine.plan.ApprovalRows;
import dev.cleveragents.engine.plan.ApprovalRows.Answered;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.Subplans;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.tool.AskUserTool;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.DecideTool;
import dev.cleveragents.engine.tool.ProposeSplitTool;
import dev.cleveragents.engine.tool.SpawnSubplansTool;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolContext;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.sandbox.Sandbox;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Carries out the tool calls of an agent, as far as its plan's profile and its users allow. */
final class AgentToolCalls {

  private static final Duration COMMAND_DEADLINE = Duration.ofMinutes(10);

  private final ExecutionRun run;
  private final AgentRecord record;
  private final String actor;
  private final List<Tool<?>> tools;

  /**
   * @param tools what the agent may call
   */
  AgentToolCalls(ExecutionRun run, AgentRecord record, String actor, List<Tool<?>> tools) {
    this.run = run;
    this.record = record;
    this.actor = actor;
    this.tools = List.copyOf(tools);
  }

  /** Carries out a call and stores its answer; a refusal and a failure are answers too. */
  void carryOut(ModelToolCall call) throws InterruptedException {
    run.token().throwIfCancelled();
    Optional<Tool<?>> tool = tools.stream().filter(it -> it.name().equals(call.tool())).findFirst();
    if (tool.isEmpty()) {
      refuse(
          call,
          "There is no tool '%s'; there are: %s"
              .formatted(
                  AgentRecord.shortened(call.tool(), 60),
                  tools.stream().map(Tool::name).collect(Collectors.joining(", "))));
      return;
    }
    ToolCall<?> parsed;
    Sandbox sandbox;
    WorkStep.UseTool use;
    try {
      ResourceArgument.Located located = ResourceArgument.of(run.plan()).located(tool.get(), call);
      parsed = ToolCall.readJson(tool.get(), located.arguments());
      sandbox = run.in(located.resource());
      use = use(call, parsed, located.resource());
    } catch (OperationException e) {
      refuse(call, String.valueOf(e.getMessage()));
      return;
    }
    if (parsed.arguments() instanceof SpawnSubplansTool.Arguments split) {
      split(call, use, split, sandbox);
    } else if (parsed.hasEffects()) {
      change(call, use, sandbox);
    } else if (parsed.arguments() instanceof AskUserTool.Arguments question) {
      ask(call, question);
    } else if (parsed.arguments() instanceof DecideTool.Arguments decision) {
      decide(call, decision);
    } else if (parsed.arguments() instanceof ProposeSplitTool.Arguments proposal
        && run.plan().brief().strategy() instanceof Work.Splitter splitter) {
      propose(call, use, SplitProposal.of(run.plan(), splitter, proposal), sandbox);
    } else {
      read(call, use, sandbox);
    }
  }

  /** Stores an answer without carrying out the call. */
  void refuse(ModelToolCall call, String why) {
    record.answered(call, new ToolResult(false, false, why, "", Duration.ZERO), Effects.none());
  }

  /** Runs a call without effects; tools that users added can still be denied by the profile. */
  private void read(ModelToolCall call, WorkStep.UseTool use, Sandbox sandbox)
      throws InterruptedException {
    ToolCall<?> parsed = use.step().call();
    if (parsed.tool().isGuarded() && isRefused(call, use, sandbox)) {
      return;
    }
    ToolResult result;
    try {
      result = parsed.run(context(sandbox));
    } catch (OperationException e) {
      result = ToolResult.failed(String.valueOf(e.getMessage()));
    }
    record.answered(call, result, Effects.none());
  }

  private ToolContext context(Sandbox sandbox) {
    ContextFile index = new ContextFile(run.services(), run.plan(), run.recorder());
    return new ToolContext(
            run.sandboxes(),
            sandbox,
            CommandEnvironment.within(COMMAND_DEADLINE),
            run.services().commands(),
            run.token())
        .with((question, where) -> index.about(question, where, run.token()).text());
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
            record.nextStep(),
            Sha256.of(call.arguments().getBytes(StandardCharsets.UTF_8)),
            String.join("\n", options));
    Optional<Answered> answer =
        run.services()
            .database()
            .read(transaction -> ApprovalRows.answerTo(transaction, run.plan(), about));
    if (answer.isEmpty()) {
      throw new ApprovalNeededException(
          new ApprovalRequest(
              AskUserTool.NAME, AgentRecord.shortened(question.question(), 2_000), about));
    }
    String words = answer.get().reason();
    record.answered(
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
    record.answered(
        call,
        new ToolResult(true, false, "recorded", "", Duration.ZERO),
        run.recorder().deciding(record.nextStep(), choice));
  }

  /**
   * Splits the work, if the plan's profile and the people asked allow it, and takes the results
   * over once there are any.
   *
   * @throws SubplansNeededException if the parts have not ended
   */
  private void split(
      ModelToolCall call, WorkStep.UseTool use, SpawnSubplansTool.Arguments asked, Sandbox sandbox)
      throws InterruptedException {
    if (isRefused(call, use, sandbox)) {
      return;
    }
    SubplanCalls subplans = new SubplanCalls(run, record);
    Plan ended;
    try {
      ended = subplans.ended(asked);
    } catch (OperationException e) {
      if (e.kind() != OperationException.Kind.INVALID) {
        throw e;
      }
      refuse(call, String.valueOf(e.getMessage()));
      return;
    }
    run.tools().lookAgain();
    carryOut(
        call,
        use(call, new ToolCall<>(new TakeOverTool(ended, subplans.told(ended)), asked), null));
  }

  /** Accepts a split only if it can be carried out, so that the model can correct it. */
  private void propose(
      ModelToolCall call, WorkStep.UseTool use, SplitProposal proposal, Sandbox sandbox)
      throws InterruptedException {
    try {
      Subplans.require(proposal.work());
    } catch (OperationException e) {
      refuse(call, String.valueOf(e.getMessage()));
      return;
    }
    read(call, use, sandbox);
  }

  /** Runs a call with effects, if the plan's profile and the people asked allow it. */
  private void change(ModelToolCall call, WorkStep.UseTool use, Sandbox sandbox)
      throws InterruptedException {
    if (!isRefused(call, use, sandbox)) {
      carryOut(call, use);
    }
  }

  /** Whether a call may not be carried out; stores why. */
  private boolean isRefused(ModelToolCall call, WorkStep.UseTool use, Sandbox sandbox)
      throws InterruptedException {
    Optional<PhaseFailedException> refusal;
    try {
      refusal = run.permission().refusal(use, record.nextStep(), sandbox);
    } catch (OperationException e) {
      refuse(call, String.valueOf(e.getMessage()));
      return true;
    }
    refusal.ifPresent(why -> refuse(call, String.valueOf(why.getMessage())));
    return refusal.isPresent();
  }

  private void carryOut(ModelToolCall call, WorkStep.UseTool use) throws InterruptedException {
    int step = record.nextStep();
    Sandbox sandbox = run.in(use.step().resource());
    List<Answer> stored = new ArrayList<>();
    try {
      run.tools()
          .runForAgent(
              use,
              new ToolStepRunner.StepSite(step, actor, run.sandboxes(), sandbox),
              result -> {
                Answer answer = record.answer(call, result);
                stored.add(answer);
                return record.storing(answer);
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
    record.stored(stored.getLast());
  }

  private WorkStep.UseTool use(ModelToolCall call, ToolCall<?> parsed, @Nullable Name resource) {
    return new WorkStep.UseTool(
        new Script.UseTool(parsed, resource),
        new WorkStep.Standpoint(positionOf(call), null, parsed, true),
        CommandEnvironment.within(COMMAND_DEADLINE));
  }

  /** The position of a call in its reply; the first is 1. */
  private int positionOf(ModelToolCall call) {
    for (AgentEntry entry : record.entries().reversed()) {
      if (entry instanceof Reply reply) {
        return reply.calls().indexOf(call) + 1;
      }
    }
    return 1;
  }
}
