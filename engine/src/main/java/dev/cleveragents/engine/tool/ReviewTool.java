package dev.cleveragents.engine.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends the work of the review actor with its verdict. */
public record ReviewTool() implements Tool<ReviewTool.Arguments> {

  public static final String NAME = "review";

  private static final String APPROVE = "approve";
  private static final String REQUEST_CHANGES = "request_changes";

  public record Arguments(
      @ToolArgument("approve or request_changes.") String verdict,
      @ToolArgument(value = "What must change, each with its file and line.", most = 30)
          @Nullable List<String> findings) {

    public Arguments {
      findings = findings == null ? null : List.copyOf(findings);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Gives your verdict on the change, and ends your work.";
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
    return arguments.verdict();
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) {
    return switch (arguments.verdict()) {
      case APPROVE -> ToolResult.done(APPROVE);
      case REQUEST_CHANGES ->
          arguments.findings() == null || arguments.findings().isEmpty()
              ? ToolResult.failed("Name at least one finding")
              : ToolResult.done(REQUEST_CHANGES);
      default -> ToolResult.failed("The verdict must be approve or request_changes");
    };
  }
}
