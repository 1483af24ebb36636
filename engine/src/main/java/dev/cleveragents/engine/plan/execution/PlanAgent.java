package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.engine.actor.AgentEnd;
import dev.cleveragents.engine.actor.AgentEntry;
import dev.cleveragents.engine.actor.AgentEntry.Topic;
import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.actor.AgentLoop;
import dev.cleveragents.engine.actor.AgentStuckException;
import dev.cleveragents.engine.actor.Compaction;
import dev.cleveragents.engine.actor.Conversation;
import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import java.util.ArrayList;
import java.util.List;

/** A language model in one role of a plan: its models, what it is told, and its session. */
final class PlanAgent {

  private final ExecutionRun run;
  private final PlanAgentSession session;
  private final AgentLoop loop;

  /**
   * The part that an agent plays.
   *
   * @param prompt the name of what it is told
   * @param tools what it may call
   */
  record Role(String role, String prompt, List<Tool<?>> tools) {

    Role {
      tools = List.copyOf(tools);
    }

    /** A role with a prompt of its name. */
    Role(String role, List<Tool<?>> tools) {
      this(role, role, tools);
    }
  }

  /**
   * An agent of that role.
   *
   * @throws PhaseFailedException if none of its models can be used
   */
  PlanAgent(ExecutionRun run, Work.ByModel work, Role role, AgentLimits limits) {
    this.run = run;
    List<ChatModel> models = open(run, work.models());
    ModelInfo first = models.getFirst().info();
    TokenCounter counter = TokenCounter.forModel(first.name().toString());
    String prompt = run.services().agents().prompts().text(role.prompt());
    this.session =
        new PlanAgentSession(
            run,
            new PlanAgentSession.Part(
                role.role(),
                work.actor(),
                work.instructions().isEmpty() ? prompt : prompt + "\n" + work.instructions(),
                role.tools()),
            new ModelCalls(run, work.actor(), models, counter));
    int window = first.contextWindow() - ModelCalls.maxOutput(first) - ModelCalls.OVERHEAD;
    this.loop = new AgentLoop(session, limits, new Compaction(Math.max(1_000, window), counter));
  }

  private static List<ChatModel> open(ExecutionRun run, List<ModelName> names) {
    List<ChatModel> models = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (ModelName name : names) {
      try {
        models.add(run.services().agents().models().open(name));
      } catch (ModelException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    if (models.isEmpty()) {
      throw new PhaseFailedException("model", String.join("\n", problems), false, null);
    }
    return models;
  }

  /** Settles what an earlier worker has left; returns whether the agent has begun its work. */
  boolean begin() {
    session.begin();
    return !session.entries().isEmpty();
  }

  Conversation conversation() {
    return new Conversation(session.entries());
  }

  /** The entries since the last message of this topic. */
  List<AgentEntry> entriesSince(Topic topic) {
    List<AgentEntry> entries = session.entries();
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i) instanceof AgentEntry.Message message && message.topic() == topic) {
        return entries.subList(i, entries.size());
      }
    }
    return entries;
  }

  /** Stores a message from the user's side. */
  void tell(Topic topic, String text) {
    session.tell(topic, text);
  }

  /**
   * Lets it work until it ends its work.
   *
   * @throws PhaseFailedException if it reaches a limit
   */
  AgentEnd work() throws InterruptedException {
    try {
      AgentEnd end = loop.run();
      session.ended(end);
      return end;
    } catch (AgentStuckException e) {
      throw new PhaseFailedException(
          "agent",
          String.valueOf(e.getMessage()),
          false,
          "Give it guidance, then resume the plan; its work is kept",
          NextAction.of(Verb.GUIDE_PLAN, run.plan().id()));
    }
  }
}
