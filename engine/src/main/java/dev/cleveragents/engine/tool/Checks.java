package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.sandbox.SandboxGroup;
import dev.cleveragents.engine.sandbox.Trees;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs checks in the first sandbox of a plan. A check changes nothing: one that changes a file that
 * is tracked, or leaves a new one that is not ignored, in any of the plan's sandboxes, has failed,
 * and the files are put back in all of them.
 */
public final class Checks {

  private static final int MOST_NAMED = 5;

  private final Tools tools;

  public Checks(Tools tools) {
    this.tools = tools;
  }

  /**
   * Runs a check on these files, which are what the sandboxes hold. It is told where they are, as
   * {@link SandboxGroup#directories} says.
   */
  public CheckResult run(
      ValidationSpec check, SandboxGroup group, Trees trees, CancellationToken token)
      throws InterruptedException {
    ToolResult result =
        tools.run(
            new ToolCall.Run(check.command(), group.directories(), List.of(), check.deadline()),
            group.first(),
            token);
    Trees after = group.look(token);
    if (!after.equals(trees)) {
      String changed =
          group.changes(trees, after, token).stream()
              .map(captured -> group.nameOf(captured.change()))
              .limit(MOST_NAMED)
              .collect(Collectors.joining(", "));
      group.restore(trees, token);
      return result(
          check, trees, false, "it changed " + changed + ", which a check may not", result);
    }
    return result(check, trees, result.succeeded(), result.message(), result);
  }

  private static CheckResult result(
      ValidationSpec check, Trees trees, boolean passed, String message, ToolResult result) {
    return new CheckResult(
        check.name().forPeople(),
        check.required(),
        trees.id(),
        passed,
        message,
        result.output(),
        result.took());
  }
}
