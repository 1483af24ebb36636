package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.tool.SpawnSubplansTool;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.engine.tool.ToolContext;
import dev.cleveragents.engine.tool.ToolEffect;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.List;

/**
 * The second half of a call that splits work: writes the results of the parts into the sandboxes.
 * It is a tool so that these changes are recorded like those of every other call.
 *
 * @param split whose parts have ended
 * @param told what the model is told
 */
record TakeOverTool(Plan split, ToolResult told) implements Tool<SpawnSubplansTool.Arguments> {

  @Override
  public String name() {
    return SpawnSubplansTool.NAME;
  }

  @Override
  public String description() {
    return "Takes over the results of subplans.";
  }

  @Override
  public Class<SpawnSubplansTool.Arguments> arguments() {
    return SpawnSubplansTool.Arguments.class;
  }

  @Override
  public List<ToolEffect> effects() {
    return List.of(ToolEffect.SPAWN_SUBPLAN);
  }

  @Override
  public String describe(SpawnSubplansTool.Arguments arguments) {
    return new SpawnSubplansTool().describe(arguments);
  }

  @Override
  public ToolResult run(SpawnSubplansTool.Arguments arguments, ToolContext context)
      throws InterruptedException {
    for (Plan.Result result : split.results()) {
      context
          .group()
          .of(Name.of(result.resource()))
          .restore(new Tree(result.tree()), context.token());
    }
    return told;
  }
}
