package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.decision.Choice;
import dev.cleveragents.engine.tool.ToolCall;
import java.time.Duration;

/** One thing that an execution actor does; done whole or done again. */
sealed interface WorkStep {

  /** Uses a tool. */
  record Call(ToolCall call) implements WorkStep {}

  /** Decides something. */
  record Decide(Choice choice) implements WorkStep {}

  /** Lets time pass. */
  record WaitFor(Duration time) implements WorkStep {}

  /** Waits until a file is there. */
  record WaitUntil(String file) implements WorkStep {}

  /**
   * Fails.
   *
   * @param times how often, before it lets go on; 0 for always
   */
  record Fail(String message, boolean passing, int times) implements WorkStep {}
}
