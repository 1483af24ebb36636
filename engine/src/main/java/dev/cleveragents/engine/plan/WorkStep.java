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
      case Call(ToolCall call, Name resource, var _) ->
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
  record Call(ToolCall call, @Nullable Name resource, Standpoint standpoint) implements WorkStep {}

  /**
   * From where a tool is used, for those who judge whether it may be.
   *
   * @param number which use it is in the actor's turn; the first is 1
   * @param confidence of the actor in what it decided last; null if it did not say
   * @param shown the call as people are asked about it: without what is another each time, so that
   *     an answer is known again
   */
  record Standpoint(int number, @Nullable Double confidence, ToolCall shown) {}

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
