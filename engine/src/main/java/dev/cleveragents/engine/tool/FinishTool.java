package dev.cleveragents.engine.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends the work of the actor. The checks run after it and may hand their findings back. */
public record FinishTool() implements Tool<FinishTool.Arguments> {

  public static final String NAME = "finish";

  public record Arguments(
      @ToolArgument(value = "What was done, in a few sentences.", longest = 10_000) String summary,
      @ToolArgument("Confidence from 0 to 1 that the goal is reached.") @Nullable Double confidence,
      @ToolArgument(value = "What is left to do or doubtful.", most = 20)
          @Nullable List<String> openPoints) {

    public Arguments {
      openPoints = openPoints == null ? null : List.copyOf(openPoints);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Ends the work. Call it when the goal is reached, or cannot be.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public boolean ends() {
    return true;
  }

  @Override
  public String describe(Arguments arguments) {
    return "finish";
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) {
    return ToolResult.done("finished");
  }
}
