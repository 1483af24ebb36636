package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.tree.MatchingLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Searches the files of the resource for lines that match a regular expression. */
public record SearchTextTool() implements Tool<SearchTextTool.Arguments> {

  private static final int MOST = 100;
  private static final int LONGEST_LINE = 300;

  public record Arguments(
      @ToolArgument("Perl-compatible regular expression.") String regex,
      @ToolArgument("Glob of the paths to search, such as **/*.py; all files without one.")
          @Nullable String glob) {}

  @Override
  public String name() {
    return "search_text";
  }

  @Override
  public String description() {
    return "Finds lines that match a regular expression, at most %d.".formatted(MOST);
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public String describe(Arguments arguments) {
    return "search " + arguments.regex();
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    List<MatchingLine> lines;
    try {
      lines = context.sandbox().search(arguments.regex(), arguments.glob(), context.token());
    } catch (OperationException e) {
      return ToolResult.failed(String.valueOf(e.getMessage()));
    }
    StringBuilder text = new StringBuilder();
    lines.stream()
        .limit(MOST)
        .forEach(
            line ->
                text.append("%s:%d: ".formatted(line.path(), line.number()))
                    .append(shortened(line.text()))
                    .append('\n'));
    if (lines.size() > MOST) {
      text.append("(%,d more; search more narrowly)".formatted(lines.size() - MOST));
    }
    return ToolResult.read("found %,d lines".formatted(lines.size()), text.toString());
  }

  private static String shortened(String line) {
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
  }
}
