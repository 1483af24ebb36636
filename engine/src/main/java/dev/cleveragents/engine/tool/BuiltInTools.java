package dev.cleveragents.engine.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The registry of tools: one line for each. */
public final class BuiltInTools {

  public static final List<Tool<?>> ALL =
      List.of(
          new WriteFileTool(),
          new EditFileTool(),
          new ApplyPatchTool(),
          new DeleteFileTool(),
          new MoveFileTool(),
          new RunCommandTool(),
          new ReadFileTool(),
          new ListFilesTool(),
          new SearchTextTool(),
          new FindContextTool(),
          new GitLogTool(),
          new GitShowTool(),
          new GitBlameTool(),
          new GitDiffTool(),
          new DecideTool(),
          new AskUserTool(),
          new SpawnSubplansTool(),
          new FinishTool(),
          new ProposeTool(),
          new ProposeSplitTool(),
          new ReviewTool(),
          new JudgeTool(),
          new EstimateTool());

  private static final List<Tool<?>> READING =
      List.of(
          new ReadFileTool(),
          new ListFilesTool(),
          new SearchTextTool(),
          new FindContextTool(),
          new GitLogTool(),
          new GitShowTool(),
          new GitBlameTool(),
          new GitDiffTool());

  private static final List<Tool<?>> CHANGING =
      List.of(
          new WriteFileTool(),
          new EditFileTool(),
          new ApplyPatchTool(),
          new DeleteFileTool(),
          new MoveFileTool(),
          new RunCommandTool());

  /** What the execution actor may call. */
  public static final List<Tool<?>> FOR_EXECUTION =
      Stream.of(
              READING,
              CHANGING,
              List.<Tool<?>>of(
                  new DecideTool(), new AskUserTool(), new SpawnSubplansTool(), new FinishTool()))
          .<Tool<?>>flatMap(List::stream)
          .toList();

  /** What the strategy actor may call: nothing that changes a file. */
  public static final List<Tool<?>> FOR_STRATEGY =
      reading(new DecideTool(), new AskUserTool(), new ProposeTool());

  /** What a strategy actor may call that splits the goal. */
  public static final List<Tool<?>> FOR_SPLIT =
      reading(new DecideTool(), new AskUserTool(), new ProposeSplitTool());

  /** What the review actor may call. */
  public static final List<Tool<?>> FOR_REVIEW = reading(new ReviewTool());

  /** What the invariant actor may call. */
  public static final List<Tool<?>> FOR_INVARIANTS = reading(new JudgeTool(), new FinishTool());

  /** What the estimation actor may call. */
  public static final List<Tool<?>> FOR_ESTIMATION = reading(new EstimateTool());

  private BuiltInTools() {}

  public static List<String> names() {
    return ALL.stream().<String>map(Tool::name).toList();
  }

  /** Whether a tool works in the sandbox of one resource. */
  public static boolean worksInSandbox(Tool<?> tool) {
    return READING.contains(tool) || CHANGING.contains(tool);
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

  /** The tools that only read, and these. */
  private static List<Tool<?>> reading(Tool<?>... more) {
    List<Tool<?>> tools = new ArrayList<>(READING);
    tools.addAll(List.of(more));
    return List.copyOf(tools);
  }
}
