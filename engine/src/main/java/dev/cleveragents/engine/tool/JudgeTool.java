package dev.cleveragents.engine.tool;

import org.jspecify.annotations.Nullable;

/** Records the verdict of the invariant actor on one invariant. */
public record JudgeTool() implements Tool<JudgeTool.Arguments> {

  public static final String NAME = "judge";

  public record Arguments(
      @ToolArgument("Number of the invariant.") Integer invariant,
      @ToolArgument("holds, violated or unclear.") String verdict,
      @ToolArgument("Where and why, if it does not hold.") @Nullable String where) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Gives your verdict on one invariant.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public String describe(Arguments arguments) {
    return "invariant %d: %s".formatted(arguments.invariant(), arguments.verdict());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) {
    return arguments.verdict().matches("holds|violated|unclear")
        ? ToolResult.done(
            describe(arguments) + (arguments.where() == null ? "" : ", " + arguments.where()))
        : ToolResult.failed("The verdict must be holds, violated or unclear");
  }
}
