package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.ToolCall;
import org.jspecify.annotations.Nullable;

/** One step of an execution actor; it is stored as done as a whole, or runs again. */
sealed interface WorkStep {

  /** The step in a few words. */
  default String describe() {
    return switch (this) {
      case UseTool use -> use.describe(use.step().call());
      case Control(Script.Decide decide) -> "decide: " + decide.choice().question();
      case Control(Script.WaitFor wait) -> "wait for %d ms".formatted(wait.time().toMillis());
      case Control(Script.WaitUntil wait) -> "wait until there is " + wait.file();
      case Control(Script.Fail fail) -> "fail: " + fail.message();
      case Merge() -> "merge the subplans";
    };
  }

  /**
   * Calls a tool.
   *
   * @param output the format in which a command reports progress and cost; null if it does not
   * @param attempts how often it is tried until it succeeds; at least 1
   */
  record UseTool(
      Script.UseTool step,
      Standpoint standpoint,
      CommandEnvironment environment,
      @Nullable String output,
      int attempts)
      implements WorkStep {

    UseTool(Script.UseTool step, Standpoint standpoint, CommandEnvironment environment) {
      this(step, standpoint, environment, null, 1);
    }

    /** The step with that call in its words. */
    String describe(ToolCall<?> call) {
      return call.describe()
          + (step.resource() == null ? "" : " in " + step.resource().forPeople());
    }
  }

  /**
   * The facts about a call by which guards judge it and people recognise it.
   *
   * @param number its position among the calls of the actor's turn; the first is 1
   * @param confidence of the actor's last decision; null if the actor gave none
   * @param shown the call as people see it, without the parts that differ each time, so that a
   *     repeated call is recognised and keeps its answer
   */
  record Standpoint(int number, @Nullable Double confidence, ToolCall<?> shown) {}

  /** Merges the results of the subplans. */
  record Merge() implements WorkStep {}

  /** Steers the script and uses no tool. */
  record Control(Script.Control step) implements WorkStep {}
}
