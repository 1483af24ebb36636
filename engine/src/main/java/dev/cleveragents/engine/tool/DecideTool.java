package dev.cleveragents.engine.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records a decision of the actor in the plan. */
public record DecideTool() implements Tool<DecideTool.Arguments> {

  public record Arguments(
      @ToolArgument("The question to decide.") String question,
      @ToolArgument("The chosen answer.") String chosen,
      @ToolArgument(value = "The answers not chosen.", most = 20)
          @Nullable List<String> alternatives,
      @ToolArgument("Confidence from 0 to 1.") @Nullable Double confidence,
      @ToolArgument("The reason for the choice.") String rationale) {

    public Arguments {
      alternatives = alternatives == null ? null : List.copyOf(alternatives);
    }
  }

  @Override
  public String name() {
    return "decide";
  }

  @Override
  public String description() {
    return "Records an important decision with its alternatives, for the people who review the"
        + " work.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public String describe(Arguments arguments) {
    return "decide: " + arguments.question();
  }

  /** The caller stores the decision. */
  @Override
  public ToolResult run(Arguments arguments, ToolContext context) {
    return ToolResult.done("recorded");
  }
}
