package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.sandbox.SandboxFiles;
import dev.cleveragents.workspace.sandbox.SandboxFiles.Thing;
import java.io.IOException;
import java.util.List;

/** Deletes a file. */
public record DeleteFileTool() implements Tool<DeleteFileTool.Arguments> {

  public record Arguments(
      @ToolArgument(value = "Path of the file in the resource.", path = true) String path) {}

  @Override
  public String name() {
    return "delete_file";
  }

  @Override
  public String scriptKey() {
    return "delete";
  }

  @Override
  public String description() {
    return "Deletes a file.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public List<ToolEffect> effects() {
    return List.of(ToolEffect.DELETE_FILE);
  }

  @Override
  public List<String> subjects(Arguments arguments) {
    return List.of(arguments.path());
  }

  @Override
  public String describe(Arguments arguments) {
    return "delete " + arguments.path();
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws IOException {
    SandboxFiles files = context.sandbox().files();
    if (files.at(arguments.path()) == Thing.FOLDER) {
      return ToolResult.failed(arguments.path() + " is a folder; delete its files");
    }
    return files.delete(arguments.path())
        ? ToolResult.done("deleted " + arguments.path())
        : ToolResult.failed("There is no file %s to delete".formatted(arguments.path()));
  }
}
