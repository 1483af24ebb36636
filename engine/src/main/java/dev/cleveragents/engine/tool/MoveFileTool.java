package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.sandbox.SandboxFiles;
import dev.cleveragents.workspace.sandbox.SandboxFiles.Thing;
import java.io.IOException;
import java.util.List;

/** Moves a file to a path that does not exist yet. */
public record MoveFileTool() implements Tool<MoveFileTool.Arguments> {

  public record Arguments(
      @ToolArgument(value = "Path of the file in the resource.", path = true) String from,
      @ToolArgument(value = "Its new path, which must not exist yet.", path = true) String to) {}

  @Override
  public String name() {
    return "move_file";
  }

  @Override
  public String scriptKey() {
    return "move";
  }

  @Override
  public String description() {
    return "Moves a file.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public List<ToolEffect> effects() {
    return List.of(ToolEffect.DELETE_FILE, ToolEffect.CREATE_FILE);
  }

  @Override
  public List<String> subjects(Arguments arguments) {
    return List.of(arguments.from(), arguments.to());
  }

  @Override
  public String describe(Arguments arguments) {
    return "move %s to %s".formatted(arguments.from(), arguments.to());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws IOException {
    SandboxFiles files = context.sandbox().files();
    if (files.at(arguments.from()) == Thing.NOTHING) {
      return ToolResult.failed("There is no file %s to move".formatted(arguments.from()));
    }
    if (files.at(arguments.to()) != Thing.NOTHING) {
      return ToolResult.failed("%s exists already; nothing was moved".formatted(arguments.to()));
    }
    files.move(arguments.from(), arguments.to());
    return ToolResult.done("moved %s to %s".formatted(arguments.from(), arguments.to()));
  }
}
