package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.Sandbox;
import java.io.IOException;
import java.util.List;

/** A tool with the arguments of one call. Paths are relative to the resource. */
public record ToolCall<A extends Record>(Tool<A> tool, A arguments) {

  private static final int LONGEST_PREVIEW = 20_000;

  /** The call of a tool with arguments from YAML that has no problems. */
  public static <A extends Record> ToolCall<A> read(Tool<A> tool, YamlMapping section) {
    return new ToolCall<>(tool, ArgumentRecord.of(tool).read(section));
  }

  /**
   * The call that a model asks for.
   *
   * @throws OperationException if the arguments do not fit; names every problem
   */
  public static <A extends Record> ToolCall<A> readJson(Tool<A> tool, String arguments) {
    return new ToolCall<>(tool, tool.readJson(arguments));
  }

  /** The call in a few words, for events and progress. */
  public String describe() {
    return tool.describe(arguments);
  }

  /** The paths that it touches, or its command line. */
  public List<String> subjects() {
    return tool.subjects(arguments);
  }

  /** Whether it can change anything outside of this program. */
  public boolean hasEffects() {
    return !tool.effects().isEmpty();
  }

  public boolean runsCommand() {
    return tool.effects().contains(ToolEffect.RUN_COMMAND);
  }

  /** The arguments as JSON; the same arguments always give the same text. */
  public String argumentsJson() {
    return tool.argumentsJson(arguments);
  }

  /** The effects of this call in that sandbox now. */
  public List<ToolEffect> effects(Sandbox sandbox) {
    try {
      return tool.effects(arguments, sandbox.files());
    } catch (IOException | OperationException e) {
      // The call will fail and report what is wrong with the path.
      return tool.effects();
    }
  }

  /**
   * Shows the diff that the call would make, or the command that it would run; empty if neither.
   * Changes nothing.
   */
  public String preview(Sandbox sandbox) {
    String text;
    try {
      text = tool.preview(arguments, sandbox.files());
    } catch (IOException | OperationException e) {
      text = "This call will fail: " + e.getMessage();
    }
    return text.length() <= LONGEST_PREVIEW
        ? text
        : text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST_PREVIEW) - 1))
            + "…\n(%,d characters more)".formatted(text.length() - LONGEST_PREVIEW);
  }

  /**
   * Runs the call in the context's sandbox; a command may write into all sandboxes of its plan.
   *
   * @throws CancelledException if the token is cancelled; changes made until then stay
   */
  public ToolResult run(ToolContext context) throws InterruptedException {
    context.token().throwIfCancelled();
    try {
      return tool.run(arguments, context);
    } catch (IOException e) {
      return ToolResult.failed("%s failed: %s".formatted(describe(), e));
    }
  }
}
