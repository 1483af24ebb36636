package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.sandbox.Sandbox;
import dev.cleveragents.engine.sandbox.Tree;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs checks in a sandbox. A check changes nothing: one that changes a file that is tracked, or
 * leaves a new one that is not ignored, has failed, and the files are put back.
 */
public final class Checks {

  private static final int MOST_NAMED = 5;

  private final Tools tools;

  public Checks(Tools tools) {
    this.tools = tools;
  }

  /** Runs a check on these files, which are what the sandbox holds. */
  public CheckResult run(ValidationSpec check, Sandbox sandbox, Tree tree, CancellationToken token)
      throws InterruptedException {
    ToolResult result =
        tools.run(
            new ToolCall.Run(check.command(), Map.of(), List.of(), check.deadline()),
            sandbox,
            token);
    Tree after = sandbox.look(token);
    if (!after.equals(tree)) {
      String changed =
          sandbox.changes(tree, after, token).stream()
              .map(captured -> captured.change().path())
              .limit(MOST_NAMED)
              .collect(Collectors.joining(", "));
      sandbox.restore(tree, token);
      return result(
          check, tree, false, "it changed " + changed + ", which a check may not", result);
    }
    return result(check, tree, result.succeeded(), result.message(), result);
  }

  private static CheckResult result(
      ValidationSpec check, Tree tree, boolean passed, String message, ToolResult result) {
    return new CheckResult(
        check.name().forPeople(),
        check.required(),
        tree.id(),
        passed,
        message,
        result.output(),
        result.took());
  }
}
