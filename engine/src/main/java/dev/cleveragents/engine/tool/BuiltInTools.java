package dev.cleveragents.engine.tool;

import java.util.List;
import java.util.Optional;

/** The registry of tools: one line for each. */
public final class BuiltInTools {

  public static final List<Tool<?>> ALL =
      List.of(
          new WriteFileTool(),
          new EditFileTool(),
          new DeleteFileTool(),
          new MoveFileTool(),
          new RunCommandTool());

  private BuiltInTools() {}

  public static List<String> names() {
    return ALL.stream().<String>map(Tool::name).toList();
  }

  public static Optional<Tool<?>> named(String name) {
    return ALL.stream().filter(tool -> tool.name().equals(name)).findFirst();
  }

  public static Optional<Tool<?>> forScriptKey(String key) {
    return ALL.stream().filter(tool -> tool.scriptKey().equals(key)).findFirst();
  }
}
