package dev.cleveragents.engine.tool;

import java.time.Duration;

/**
 * What a tool came to.
 *
 * @param succeeded whether it did what it was asked
 * @param transientTrouble of a failure: whether trying again may help, as after a deadline
 * @param message in one line what happened
 * @param output what it printed, both streams in their order, bounded
 */
public record ToolResult(
    boolean succeeded, boolean transientTrouble, String message, String output, Duration took) {

  static ToolResult done(String message) {
    return new ToolResult(true, false, message, "", Duration.ZERO);
  }

  static ToolResult failed(String message) {
    return new ToolResult(false, false, message, "", Duration.ZERO);
  }
}
