package dev.cleveragents.engine.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends the work of the strategy actor with its plan. */
public record ProposeTool() implements Tool<ProposeTool.Arguments> {

  public static final String NAME = "propose";

  public record Arguments(
      @ToolArgument(value = "The steps, in order, each with the files that it touches.", most = 30)
          List<String> steps,
      @ToolArgument(value = "Why this way, in a few sentences.", longest = 5_000) String rationale,
      @ToolArgument("Confidence from 0 to 1 that the steps reach the goal.")
          @Nullable Double confidence) {

    public Arguments {
      steps = List.copyOf(steps);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Proposes how to reach the goal, and ends your work.";
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
    return "propose %d steps".formatted(arguments.steps().size());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) {
    return ToolResult.done("accepted");
  }
}
