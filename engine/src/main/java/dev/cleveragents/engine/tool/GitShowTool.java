package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.sandbox.SandboxHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows a commit, or a file as it was in one. */
public record GitShowTool() implements Tool<GitShowTool.Arguments> {

  public record Arguments(
      @ToolArgument("The commit: a hash, a branch, a tag or HEAD, such as HEAD~2.") String revision,
      @ToolArgument(value = "File or folder to show alone.", path = true) @Nullable String path,
      @ToolArgument("Whether to show the whole file as it was then, in place of the change; false.")
          boolean content,
      @ToolArgument("First line of the answer to show.") @Nullable Integer from) {}

  @Override
  public String name() {
    return "git_show";
  }

  @Override
  public String description() {
    return "Shows the message and the diff of a commit, or a file as it was in that commit.";
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
    return "git show %s%s"
        .formatted(arguments.revision(), arguments.path() == null ? "" : " of " + arguments.path());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    SandboxHistory history = context.sandbox().history();
    String commit = history.commit(arguments.revision(), context.token());
    String path = arguments.path();
    if (path != null) {
      context.sandbox().resolve(path);
    }
    if (!arguments.content()) {
      List<String> lines =
          new ArrayList<>(history.message(commit, context.token()).lines().toList());
      lines.addAll(RedactedDiff.of(history.changes(commit, context.token()), path));
      return OutputPage.of("commit " + arguments.revision(), lines, arguments.from());
    }
    if (path == null) {
      return ToolResult.failed("Give the path of the file whose content to show");
    }
    Optional<byte[]> bytes = history.file(commit, path, context.token());
    if (bytes.isEmpty()) {
      return ToolResult.failed("There was no file %s in %s".formatted(path, arguments.revision()));
    }
    return OutputPage.isBinary(bytes.get())
        ? ToolResult.failed("%s is binary, %,d bytes".formatted(path, bytes.get().length))
        : OutputPage.of(
            "%s of %s".formatted(path, arguments.revision()),
            OutputPage.lines(path, bytes.get()),
            arguments.from());
  }
}
