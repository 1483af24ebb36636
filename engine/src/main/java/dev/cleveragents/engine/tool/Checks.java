package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.sandbox.SandboxGroup;
import dev.cleveragents.engine.sandbox.Trees;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs checks in the first sandbox of a plan. A check changes nothing: one that changes a file that
 * is tracked, or leaves a new one that is not ignored, in any of the plan's sandboxes, has failed,
 * and the files are put back in all of them.
 */
public final class Checks {

  private static final int MOST_NAMED = 5;
  private static final int MOST_AT_ONCE = 4;

  /** A command that is over its deadline is ended by then. */
  private static final Duration TO_END = Duration.ofMinutes(1);

  private final Tools tools;

  public Checks(Tools tools) {
    this.tools = tools;
  }

  /**
   * The checks in the order in which they are run, those in one list at the same time: neighbours
   * that are declared {@code parallel}, at most four.
   */
  public static List<List<ValidationSpec>> turns(List<ValidationSpec> checks) {
    List<List<ValidationSpec>> turns = new ArrayList<>();
    for (ValidationSpec check : checks) {
      List<ValidationSpec> last = turns.isEmpty() ? List.of() : turns.getLast();
      if (check.parallel()
          && !last.isEmpty()
          && last.getLast().parallel()
          && last.size() < MOST_AT_ONCE) {
        last.add(check);
      } else {
        turns.add(new ArrayList<>(List.of(check)));
      }
    }
    return turns;
  }

  /**
   * Runs the checks of one turn on these files, which are what the sandboxes hold. They are told
   * where those are, as {@link SandboxGroup#directories} says. If several at once change a file,
   * each is run again alone, so that the one that did it is named.
   */
  public List<CheckResult> run(
      List<ValidationSpec> turn, SandboxGroup group, Trees trees, CancellationToken token)
      throws InterruptedException {
    List<ToolResult> results = commands(turn, group, token);
    Trees after = group.look(token);
    if (after.equals(trees)) {
      return zip(turn, results, trees);
    }
    if (turn.size() == 1) {
      String changed =
          group.changes(trees, after, token).stream()
              .map(captured -> group.nameOf(captured.change()))
              .limit(MOST_NAMED)
              .collect(Collectors.joining(", "));
      group.restore(trees, token);
      String message = "it changed " + changed + ", which a check may not";
      return List.of(result(turn.getFirst(), trees, false, message, results.getFirst()));
    }
    group.restore(trees, token);
    List<CheckResult> alone = new ArrayList<>();
    for (ValidationSpec check : turn) {
      alone.addAll(run(List.of(check), group, trees, token));
    }
    return alone;
  }

  private List<ToolResult> commands(
      List<ValidationSpec> turn, SandboxGroup group, CancellationToken token)
      throws InterruptedException {
    if (turn.size() == 1) {
      return List.of(command(turn.getFirst(), group, token));
    }
    List<Fork<ToolResult>> running = new ArrayList<>();
    for (ValidationSpec check : turn) {
      running.add(
          Scope.current()
              .fork("check " + check.name().forPeople(), () -> command(check, group, token)));
    }
    List<ToolResult> results = new ArrayList<>();
    for (int i = 0; i < turn.size(); i++) {
      try {
        results.add(running.get(i).join(turn.get(i).deadline().plus(TO_END)));
      } catch (ExecutionException | TimeoutException e) {
        token.throwIfCancelled();
        results.add(ToolResult.failed("it could not be run: " + e.getMessage()));
      }
    }
    return results;
  }

  private ToolResult command(ValidationSpec check, SandboxGroup group, CancellationToken token)
      throws InterruptedException {
    return tools.run(
        new ToolCall.Run(check.command(), group.directories(), List.of(), check.deadline()),
        group,
        group.first(),
        token);
  }

  private static List<CheckResult> zip(
      List<ValidationSpec> turn, List<ToolResult> results, Trees trees) {
    return IntStream.range(0, turn.size())
        .mapToObj(
            i ->
                result(
                    turn.get(i),
                    trees,
                    results.get(i).succeeded(),
                    results.get(i).message(),
                    results.get(i)))
        .toList();
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
