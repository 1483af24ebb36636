package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows how files differ between two states of the resource. */
public record GitDiffTool() implements Tool<GitDiffTool.Arguments> {

  public record Arguments(
      @ToolArgument("Revision to compare from; where the work began, without.")
          @Nullable String base,
      @ToolArgument("Revision to compare with; the files as they are now, without.")
          @Nullable String target,
      @ToolArgument(value = "File or folder to compare alone.", path = true) @Nullable String path,
      @ToolArgument("First line of the answer to show.") @Nullable Integer from) {}

  @Override
  public String name() {
    return "git_diff";
  }

  @Override
  public String description() {
    return "Shows a diff; without arguments, everything that was changed since the work began.";
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
    return "git diff" + (arguments.path() == null ? "" : " of " + arguments.path());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    Sandbox sandbox = context.sandbox();
    if (arguments.path() != null) {
      sandbox.resolve(arguments.path());
    }
    Tree before = tree(arguments.base(), sandbox.baseTree(), context);
    Tree after =
        arguments.target() == null
            ? sandbox.look(context.token())
            : tree(arguments.target(), sandbox.baseTree(), context);
    List<String> diff =
        RedactedDiff.of(sandbox.changes(before, after, context.token()), arguments.path());
    return diff.isEmpty()
        ? ToolResult.done("There is no difference")
        : OutputPage.of("diff", diff, arguments.from());
  }

  private static Tree tree(@Nullable String revision, Tree otherwise, ToolContext context)
      throws InterruptedException {
    if (revision == null) {
      return otherwise;
    }
    var history = context.sandbox().history();
    return history.tree(history.commit(revision, context.token()), context.token());
  }
}
