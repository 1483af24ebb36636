package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.sandbox.SandboxFiles;
import dev.cleveragents.workspace.sandbox.SandboxFiles.Thing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a whole file, and creates missing folders above it. */
public record WriteFileTool() implements Tool<WriteFileTool.Arguments> {

  static final int LONGEST_FILE = 500_000;

  public record Arguments(
      @ToolArgument(value = "Path of the file in the resource.", path = true) String path,
      @ToolArgument(
              value = "The whole content of the file.",
              mayBeEmpty = true,
              longest = LONGEST_FILE)
          @Nullable String content,
      @ToolArgument(
              value = "The content line by line; each line gets a line end.",
              insteadOf = "content",
              mayBeEmpty = true,
              longest = LONGEST_FILE,
              most = 20_000)
          @Nullable List<String> contentLines,
      @ToolArgument("Whether the file can be executed; false.") boolean executable) {

    public Arguments {
      contentLines = contentLines == null ? null : List.copyOf(contentLines);
    }

    byte[] bytes() {
      StringBuilder text = new StringBuilder(content == null ? "" : content);
      if (contentLines != null) {
        contentLines.forEach(line -> text.append(line).append('\n'));
      }
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  @Override
  public String name() {
    return "write_file";
  }

  @Override
  public String scriptKey() {
    return "write";
  }

  @Override
  public String description() {
    return "Writes a whole file.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public List<ToolEffect> effects() {
    return List.of(ToolEffect.CREATE_FILE, ToolEffect.EDIT_FILE);
  }

  @Override
  public List<ToolEffect> effects(Arguments arguments, SandboxFiles files) throws IOException {
    boolean isNew = files.at(arguments.path()) == Thing.NOTHING;
    return List.of(isNew ? ToolEffect.CREATE_FILE : ToolEffect.EDIT_FILE);
  }

  @Override
  public List<String> subjects(Arguments arguments) {
    return List.of(arguments.path());
  }

  @Override
  public String describe(Arguments arguments) {
    return "write " + arguments.path();
  }

  @Override
  public String preview(Arguments arguments, SandboxFiles files) throws IOException {
    return FilePreview.diff(
        arguments.path(), FilePreview.current(arguments.path(), files), arguments.bytes());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws IOException {
    SandboxFiles files = context.sandbox().files();
    if (files.at(arguments.path()) == Thing.FOLDER) {
      return ToolResult.failed(arguments.path() + " is a folder; nothing was written");
    }
    files.write(arguments.path(), arguments.bytes(), arguments.executable());
    return ToolResult.done("wrote " + arguments.path());
  }
}
