package dev.cleveragents.engine.check;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.ConfinedCommands;
import dev.cleveragents.engine.tool.RunCommandTool;
import dev.cleveragents.engine.tool.ToolContext;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.engine.tool.WorkPlace;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs checks, each in the folder that it names. A check changes nothing: it fails if it changes a
 * tracked file or leaves a new one that is not ignored, in any sandbox of the plan; the files are
 * then restored in all of them.
 */
public final class CheckRunner {

  private static final int MOST_NAMED = 5;
  private static final int MOST_AT_ONCE = 4;

  /** How long after its deadline a command has certainly ended. */
  private static final Duration TO_END = Duration.ofMinutes(1);

  private final ConfinedCommands commands;

  public CheckRunner(ConfinedCommands commands) {
    this.commands = commands;
  }

  /**
   * Groups checks into turns, which run in order. The checks of one turn run at the same time: up
   * to four neighbours that are declared {@code parallel}.
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
   * Runs the checks of one turn on these files, which the sandboxes hold. A check finds the
   * sandboxes by the variables of {@link SandboxGroup#directories}. If a file changes while several
   * run, each runs again alone, so that the message names the right one.
   */
  public List<CheckResult> run(
      List<ValidationSpec> turn, SandboxGroup group, ResourceTrees trees, CancellationToken token)
      throws InterruptedException {
    List<ToolResult> results = runAll(turn, group, token);
    ResourceTrees after = group.look(token);
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

  private List<ToolResult> runAll(
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
    WorkPlace place = check.place();
    CommandEnvironment environment =
        CommandEnvironment.within(check.deadline()).with(group.directories()).in(place.folder());
    Sandbox sandbox = place.resource() == null ? group.first() : group.of(place.resource());
    return RunCommandTool.call(check.command())
        .run(new ToolContext(group, sandbox, environment, commands, token));
  }

  private static List<CheckResult> zip(
      List<ValidationSpec> turn, List<ToolResult> results, ResourceTrees trees) {
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
      ValidationSpec check,
      ResourceTrees trees,
      boolean passed,
      String message,
      ToolResult result) {
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
