package dev.cleveragents.engine.tool;

import dev.cleveragents.context.safety.Secrets;
import dev.cleveragents.workspace.sandbox.SandboxFiles;
import dev.cleveragents.workspace.sandbox.SandboxFiles.Thing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads lines of a text file. */
public record ReadFileTool() implements Tool<ReadFileTool.Arguments> {

  private static final int MOST_LINES = 800;
  private static final int MOST_CHARACTERS = 60_000;
  private static final int LONGEST_LINE = 2_000;

  public record Arguments(
      @ToolArgument(value = "Path of the file in the resource.", path = true) String path,
      @ToolArgument("First line to read; the first of the file is 1.") @Nullable Integer from,
      @ToolArgument("Last line to read.") @Nullable Integer to) {}

  @Override
  public String name() {
    return "read_file";
  }

  @Override
  public String description() {
    return "Reads a text file, at most %d lines at once.".formatted(MOST_LINES);
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
    return "read " + arguments.path();
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws IOException {
    SandboxFiles files = context.sandbox().files();
    Thing thing = files.at(arguments.path());
    if (thing != Thing.FILE) {
      return ToolResult.failed(
          thing == Thing.FOLDER
              ? "%s is a folder; use list_files".formatted(arguments.path())
              : "There is no file " + arguments.path());
    }
    byte[] bytes = files.read(arguments.path());
    if (isBinary(bytes)) {
      return ToolResult.failed("%s is binary, %,d bytes".formatted(arguments.path(), bytes.length));
    }
    // Of the whole file, because a part of a secret is not recognised.
    String text =
        Secrets.standard().redactFile(arguments.path(), new String(bytes, StandardCharsets.UTF_8));
    return lines(arguments, text.lines().toList());
  }

  private static ToolResult lines(Arguments arguments, List<String> all) {
    int from = arguments.from() == null ? 1 : Math.max(1, arguments.from());
    int to = arguments.to() == null ? all.size() : Math.min(all.size(), arguments.to());
    if (from > all.size() && !all.isEmpty()) {
      return ToolResult.failed("%s has %,d lines".formatted(arguments.path(), all.size()));
    }
    StringBuilder text = new StringBuilder();
    int line = from;
    while (line <= to && line - from < MOST_LINES && text.length() < MOST_CHARACTERS) {
      String content = all.get(line - 1);
      text.append(
          content.length() <= LONGEST_LINE
              ? content
              : content.substring(0, LONGEST_LINE)
                  + "… (%,d characters)".formatted(content.length()));
      text.append('\n');
      line++;
    }
    String more =
        line > all.size()
            ? ""
            : "(lines %d to %d of %d; read on with from=%d)"
                .formatted(from, line - 1, all.size(), line);
    return ToolResult.read(
        "read %s, %,d lines".formatted(arguments.path(), line - from), text + more);
  }

  private static boolean isBinary(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, 8_000); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }
}
