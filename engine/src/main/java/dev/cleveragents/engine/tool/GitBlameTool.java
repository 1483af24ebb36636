package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.sandbox.SandboxHistory;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows which commit has last changed each line of a file. */
public record GitBlameTool() implements Tool<GitBlameTool.Arguments> {

  private static final int MOST_LINES = 200;
  private static final int SHORT_HASH = 10;

  public record Arguments(
      @ToolArgument(value = "Path of the file in the resource.", path = true) String path,
      @ToolArgument("Revision of the file; HEAD, where the work began, without.")
          @Nullable String revision,
      @ToolArgument("First line; the first of the file is 1.") @Nullable Integer from,
      @ToolArgument("Last line.") @Nullable Integer to) {}

  @Override
  public String name() {
    return "git_blame";
  }

  @Override
  public String description() {
    return "Shows the commit, day and author of each line of a file, at most %d lines at once."
        .formatted(MOST_LINES);
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public List<String> subjects(Arguments arguments) {
    return List.of(arguments.path());
  }

  @Override
  public String describe(Arguments arguments) {
    return "git blame " + arguments.path();
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    SandboxHistory history = context.sandbox().history();
    String revision = arguments.revision() == null ? "HEAD" : arguments.revision();
    String commit = history.commit(revision, context.token());
    Optional<byte[]> bytes = history.file(commit, arguments.path(), context.token());
    if (bytes.isEmpty()) {
      return ToolResult.failed("There was no file %s in %s".formatted(arguments.path(), revision));
    }
    if (OutputPage.isBinary(bytes.get())) {
      return ToolResult.failed(arguments.path() + " is binary");
    }
    List<String> content = OutputPage.lines(arguments.path(), bytes.get());
    int from = arguments.from() == null ? 1 : Math.max(1, arguments.from());
    int last = arguments.to() == null ? content.size() : Math.min(content.size(), arguments.to());
    int to = Math.min(last, from + MOST_LINES - 1);
    if (from > to) {
      return ToolResult.failed("%s has %,d lines".formatted(arguments.path(), content.size()));
    }
    List<String> lines =
        lines(history.blame(commit, arguments.path(), from, to, context.token()), content);
    return ToolResult.read(
        "read the commits of lines %d to %d of %s".formatted(from, to, arguments.path()),
        String.join("\n", lines)
            + (to == last ? "" : "\n(%,d more lines; from=%d)".formatted(last - to, to + 1)));
  }

  /** Takes the lines of the file from its redacted content, not from what git prints. */
  private static List<String> lines(String porcelain, List<String> content) {
    List<String> lines = new ArrayList<>();
    String hash = "";
    String author = "";
    String day = "";
    int number = 0;
    for (String line : porcelain.lines().toList()) {
      if (line.startsWith("author ")) {
        author = line.substring("author ".length());
      } else if (line.startsWith("author-time ")) {
        day = day(line.substring("author-time ".length()));
      } else if (line.startsWith("\t")) {
        String text = number <= content.size() ? content.get(number - 1) : "";
        lines.add("%s %s %s %d: %s".formatted(hash, day, author, number, text));
      } else if (line.matches("[0-9a-f]{40,64} \\d+ \\d+.*")) {
        String[] parts = line.split(" ", -1);
        hash = parts[0].substring(0, SHORT_HASH);
        number = Integer.parseInt(parts[2]);
      }
    }
    return lines;
  }

  private static String day(String seconds) {
    return Instant.ofEpochSecond(Long.parseLong(seconds))
        .atOffset(ZoneOffset.UTC)
        .toLocalDate()
        .toString();
  }
}
