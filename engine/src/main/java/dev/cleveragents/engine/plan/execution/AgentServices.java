package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.Prompts;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.mcp.McpServers;
import dev.cleveragents.engine.model.ChatModels;
import dev.cleveragents.workspace.PlanId;

/**
 * What language models work with.
 *
 * @param servers the MCP servers whose tools they may call
 * @param perDay what all plans together may spend in a day
 * @param feed receives replies, and what commands print, while they arrive
 */
public record AgentServices(
    ChatModels models, McpServers servers, Prompts prompts, Budget perDay, ReplyFeed feed) {

  /** Receives the text of replies and of commands while they arrive, for people who watch. */
  @FunctionalInterface
  public interface ReplyFeed {

    /** Ignores the text. */
    ReplyFeed NONE = (_, _) -> {};

    void text(PlanId plan, String part);
  }
}
