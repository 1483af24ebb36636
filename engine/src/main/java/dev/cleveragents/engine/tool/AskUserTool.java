package dev.cleveragents.engine.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the user a question. The plan waits for the answer and holds nothing meanwhile. */
public record AskUserTool() implements Tool<AskUserTool.Arguments> {

  public static final String NAME = "ask_user";

  public record Arguments(
      @ToolArgument("The question.") String question,
      @ToolArgument(value = "Answers to choose from.", most = 10) @Nullable List<String> options) {

    public Arguments {
      options = options == null ? null : List.copyOf(options);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Asks the user a question, when only the user can decide. Work as far as you can before.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public String describe(Arguments arguments) {
    return "ask: " + arguments.question();
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) {
    return ToolResult.done("asked");
  }
}
