package dev.cleveragents.engine.tool;

import java.time.Duration;

/**
 * The outcome of a tool call.
 *
 * @param timedOut whether it was ended at its deadline; false on success
 * @param message one line on what happened
 * @param output what was read, or standard output and error in their order; bounded
 */
public record ToolResult(
    boolean succeeded, boolean timedOut, String message, String output, Duration took) {

  static ToolResult done(String message) {
    return new ToolResult(true, false, message, "", Duration.ZERO);
  }

  /** What a tool has read. */
  public static ToolResult read(String message, String text) {
    return new ToolResult(true, false, message, text, Duration.ZERO);
  }

  /** The same with another message. */
  public ToolResult withMessage(String other) {
    return new ToolResult(succeeded, timedOut, other, output, took);
  }

  public static ToolResult failed(String message) {
    return new ToolResult(false, false, message, "", Duration.ZERO);
  }
}
