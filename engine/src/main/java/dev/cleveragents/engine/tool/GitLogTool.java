package dev.cleveragents.engine.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists commits of the resource. */
public record GitLogTool() implements Tool<GitLogTool.Arguments> {

  private static final int USUAL = 20;
  private static final int MOST = 200;

  public record Arguments(
      @ToolArgument("Revision to begin at, or a range A..B; HEAD, where the work began, without.")
          @Nullable String revision,
      @ToolArgument(value = "File or folder whose commits to list.", path = true)
          @Nullable String path,
      @ToolArgument("How many commits to list; 20.") @Nullable Integer count,
      @ToolArgument(value = "How many commits to leave out first.", least = 0)
          @Nullable Integer skip) {}

  @Override
  public String name() {
    return "git_log";
  }

  @Override
  public String description() {
    return "Lists commits, newest first: hash, day, author and subject; at most %d at once."
        .formatted(MOST);
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public List<String> subjects(Arguments arguments) {
    return arguments.path() == null ? List.of() : List.of(arguments.path());
  }

  @Override
  public String describe(Arguments arguments) {
    return "git log" + (arguments.path() == null ? "" : " of " + arguments.path());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    int count = Math.clamp(arguments.count() == null ? USUAL : arguments.count(), 1, MOST);
    int skip = arguments.skip() == null ? 0 : Math.max(0, arguments.skip());
    List<String> commits =
        context
            .sandbox()
            .history()
            .log(
                arguments.revision() == null ? "HEAD" : arguments.revision(),
                arguments.path(),
                skip,
                count + 1,
                context.token());
    String text = String.join("\n", commits.subList(0, Math.min(count, commits.size())));
    return ToolResult.read(
        "found %,d commits".formatted(Math.min(count, commits.size())),
        commits.size() <= count ? text : text + "\n(more with skip=%d)".formatted(skip + count));
  }
}
