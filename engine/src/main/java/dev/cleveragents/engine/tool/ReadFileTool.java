package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.sandbox.SandboxFiles;
import dev.cleveragents.workspace.sandbox.SandboxFiles.Thing;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads lines of a text file. */
public record ReadFileTool() implements Tool<ReadFileTool.Arguments> {

  private static final int MOST_CHARACTERS = 60_000;

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
    return "Reads a text file, at most %d lines at once.".formatted(OutputPage.MOST_LINES);
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
    if (OutputPage.isBinary(bytes)) {
      return ToolResult.failed("%s is binary, %,d bytes".formatted(arguments.path(), bytes.length));
    }
    return OutputPage.of(
        arguments.path(),
        OutputPage.lines(arguments.path(), bytes),
        arguments.from(),
        arguments.to(),
        MOST_CHARACTERS);
  }
}
