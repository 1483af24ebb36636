package dev.cleveragents.engine.tool;

import java.util.ArrayList;
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
          new RunCommandTool(),
          new ReadFileTool(),
          new ListFilesTool(),
          new SearchTextTool(),
          new DecideTool(),
          new FinishTool());

  private BuiltInTools() {}

  public static List<String> names() {
    return ALL.stream().<String>map(Tool::name).toList();
  }

  public static Optional<Tool<?>> named(String name) {
    return ALL.stream().filter(tool -> tool.name().equals(name)).findFirst();
  }

  public static Optional<Tool<?>> forScriptKey(String key) {
    return ALL.stream().filter(tool -> key.equals(tool.scriptKey())).findFirst();
  }

  /** The tools that steps of scripts can call. */
  public static List<Tool<?>> forScripts() {
    List<Tool<?>> tools = new ArrayList<>(ALL);
    tools.removeIf(tool -> tool.scriptKey() == null);
    return tools;
  }
}
