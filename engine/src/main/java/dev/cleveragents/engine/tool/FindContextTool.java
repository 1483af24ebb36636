package dev.cleveragents.engine.tool;

/** Finds parts of the project that are relevant to a question, by the index of the project. */
public record FindContextTool() implements Tool<FindContextTool.Arguments> {

  private static final int MOST_CHARACTERS = 40_000;

  public record Arguments(
      @ToolArgument("The question, such as: where are sessions ended?") String question) {}

  @Override
  public String name() {
    return "find_context";
  }

  @Override
  public String description() {
    return "Finds the parts of the project that are most relevant to a question.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public String describe(Arguments arguments) {
    return "find context: " + arguments.question();
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    String text = context.lookup().about(arguments.question(), context.sandbox());
    if (text.isBlank()) {
      return ToolResult.done("Nothing relevant was found; use search_text");
    }
    int end = text.lastIndexOf('\n', Math.min(text.length(), MOST_CHARACTERS));
    return ToolResult.read(
        "read context for the question",
        text.length() <= MOST_CHARACTERS
            ? text
            : text.substring(0, end < 0 ? MOST_CHARACTERS : end)
                + "\n(%,d characters more; ask a narrower question)"
                    .formatted(text.length() - end));
  }
}
