package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.tree.MatchingLine;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Searches the files of the resource for lines that match a regular expression. A line is shown as
 * it is in the whole file without secrets, because by itself a line of a private key is not
 * recognised as one.
 */
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
  public ToolResult run(Arguments arguments, ToolContext context)
      throws IOException, InterruptedException {
    List<MatchingLine> lines;
    try {
      lines = context.sandbox().search(arguments.regex(), arguments.glob(), context.token());
    } catch (OperationException e) {
      return ToolResult.failed(String.valueOf(e.getMessage()));
    }
    List<MatchingLine> shown = lines.subList(0, Math.min(MOST, lines.size()));
    StringBuilder text = new StringBuilder();
    Map<String, List<String>> files = new HashMap<>();
    for (MatchingLine line : shown) {
      List<String> file = files.get(line.path());
      if (file == null) {
        file = OutputPage.lines(line.path(), context.sandbox().files().read(line.path()));
        files.put(line.path(), file);
      }
      text.append("%s:%d: ".formatted(line.path(), line.number()))
          .append(shortened(line.number() <= file.size() ? file.get(line.number() - 1) : ""))
          .append('\n');
    }
    if (lines.size() > MOST) {
      text.append("(%,d more; search more narrowly)".formatted(lines.size() - MOST));
    }
    return ToolResult.read("found %,d lines".formatted(lines.size()), text.toString());
  }

  private static String shortened(String line) {
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
  }
}
