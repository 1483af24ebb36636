package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.decision.Choice;
import dev.cleveragents.engine.tool.ToolCall;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One thing that an execution actor does; done whole or done again. */
sealed interface WorkStep {

  /** In a few words. */
  default String describe() {
    return switch (this) {
      case Call(ToolCall call, Name resource) ->
          call.describe() + (resource == null ? "" : " in " + resource.forPeople());
      case Decide(Choice choice) -> "decide: " + choice.question();
      case WaitFor(Duration time) -> "wait for %d ms".formatted(time.toMillis());
      case WaitUntil(String file, var _) -> "wait until there is " + file;
      case Fail fail -> "fail: " + fail.message();
    };
  }

  /**
   * Uses a tool.
   *
   * @param resource what it is used on; the plan's first resource if null
   */
  record Call(ToolCall call, @Nullable Name resource) implements WorkStep {}

  /** Decides something. */
  record Decide(Choice choice) implements WorkStep {}

  /** Lets time pass. */
  record WaitFor(Duration time) implements WorkStep {}

  /**
   * Waits until a file is there.
   *
   * @param resource where; the plan's first resource if null
   */
  record WaitUntil(String file, @Nullable Name resource) implements WorkStep {}

  /**
   * Fails.
   *
   * @param times how often, before it lets go on; 0 for always
   */
  record Fail(String message, boolean passing, int times) implements WorkStep {}
}
