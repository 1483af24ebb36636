package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.engine.tool.ToolContext;
import dev.cleveragents.engine.tool.ToolResult;

/**
 * Writes what the subplans of one plan made into its sandboxes. No actor can call it: it is a tool
 * so that the merge is recorded like every other step.
 *
 * @param what it does, in a few words
 */
record MergeSubplansTool(String what, Merging merging)
    implements Tool<MergeSubplansTool.Arguments> {

  record Arguments() {}

  /** Merges into the sandboxes. */
  interface Merging {
    void run() throws InterruptedException;
  }

  @Override
  public String name() {
    return "merge_subplans";
  }

  @Override
  public String description() {
    return "Merges the results of the subplans.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public String describe(Arguments arguments) {
    return what;
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    merging.run();
    return ToolResult.read("merged", "");
  }
}
