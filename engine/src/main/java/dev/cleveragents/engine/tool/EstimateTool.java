package dev.cleveragents.engine.tool;

import org.jspecify.annotations.Nullable;

/** Ends the work of the estimation actor with its estimate. */
public record EstimateTool() implements Tool<EstimateTool.Arguments> {

  public static final String NAME = "estimate";

  public record Arguments(
      @ToolArgument("How many replies of a model it will take.") Integer turns,
      @ToolArgument("How many tokens it will take in all.") Integer tokens,
      @ToolArgument("Confidence from 0 to 1.") @Nullable Double confidence,
      @ToolArgument("The reason, in one or two sentences.") String rationale) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Estimates the work, and ends your work.";
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
    return "estimate %,d tokens".formatted(arguments.tokens());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) {
    return ToolResult.done("recorded");
  }
}
