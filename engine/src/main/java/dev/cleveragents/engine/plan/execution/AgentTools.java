package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.mcp.McpException;
import dev.cleveragents.engine.mcp.McpTool;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.tool.BuiltInTools;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.engine.tool.ToolEffect;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The tools of an agent: the built-in ones of its role, and those of its MCP servers. They are
 * looked up when a phase begins or is resumed, and stay the same meanwhile.
 */
final class AgentTools {

  private static final Set<ToolEffect> CHANGES_FILES =
      EnumSet.of(ToolEffect.CREATE_FILE, ToolEffect.EDIT_FILE, ToolEffect.DELETE_FILE);

  private AgentTools() {}

  /**
   * What the execution actor may call; in a read-only plan nothing that is there to change files or
   * may write outside of the sandbox. What a command changes there is undone.
   *
   * @throws PhaseFailedException if an MCP server cannot be used
   */
  static List<Tool<?>> forExecution(ExecutionRun run, Work.ByModel work)
      throws InterruptedException {
    boolean readOnly = run.plan().brief().rules().readOnly();
    List<Tool<?>> tools = new ArrayList<>(BuiltInTools.FOR_EXECUTION);
    tools.removeIf(tool -> readOnly && !Collections.disjoint(tool.effects(), CHANGES_FILES));
    return with(tools, run, work, readOnly);
  }

  /**
   * What the strategy actor may call: nothing that changes anything.
   *
   * @throws PhaseFailedException if an MCP server cannot be used
   */
  static List<Tool<?>> forStrategy(ExecutionRun run, Work.ByModel work)
      throws InterruptedException {
    return with(BuiltInTools.FOR_STRATEGY, run, work, true);
  }

  private static List<Tool<?>> with(
      List<Tool<?>> builtIn, ExecutionRun run, Work.ByModel work, boolean onlyReading)
      throws InterruptedException {
    List<Tool<?>> tools = new ArrayList<>(builtIn);
    for (McpServer server : work.servers()) {
      try {
        McpTool.of(server, run.services().agents().servers(), run.token()).stream()
            .filter(it -> !onlyReading || !it.effects().contains(ToolEffect.CHANGE_THROUGH_SERVER))
            .filter(tool -> tools.stream().noneMatch(it -> it.name().equals(tool.name())))
            .forEach(tools::add);
      } catch (McpException e) {
        throw new PhaseFailedException(
            "mcp",
            String.valueOf(e.getMessage()),
            false,
            "Correct the cause, then resume the plan. The plan keeps the definition that it began"
                + " with: if that is wrong, cancel the plan and run its goal again",
            NextAction.of(Verb.TEST_SERVER, server.name().forPeople()));
      }
    }
    return tools;
  }
}
