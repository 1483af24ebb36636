package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.tool.WorkPlace;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.change.ChangeEntry;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan open}: lets the user edit the sandbox of a plan. */
@Command(
    name = "open",
    description = {
      "Open the sandbox of a plan that is paused, has failed or waits for apply, and edit it.",
      "On a terminal your shell starts in it; no worker runs the plan until you leave the shell.",
      "What you changed becomes a step of the plan. Then run 'agents plan check'.",
      "With --print, or without a terminal, only the path is printed; edit there as you like."
    },
    footer = {"agents plan open", "cd \"$(agents plan open --print)\""})
final class PlanOpenCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(names = "--print", description = "Print the path, and start no shell.")
  boolean print;

  @Option(
      names = "--keep-partial",
      description = "Include the changes of the step that failed or was interrupted.")
  boolean keepPartial;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context, agents -> open(agents, PlanFinder.find(agents, plan, context), context));
  }

  private Result open(CleverAgents agents, Plan meant, CommandContext context) {
    OpenedPlans.settle(agents, meant, context);
    if (keepPartial) {
      agents.checkpoints().keepPartial(meant.id());
    }
    int before = agents.plans().errors(meant.id()).size();
    Plan opened = agents.plans().edits().open(meant.id());
    int steps = opened.status().counters().stepsDone();
    boolean shell = !print && context.dialogue().canAsk();
    Map<String, String> paths = new TreeMap<>();
    Plan after =
        Interruptible.call(
            () ->
                agents.edit(
                    agents.watching(meant.id(), _ -> {}).fromNowOn(),
                    (sandboxes, token) -> {
                      sandboxes
                          .all()
                          .forEach(
                              it ->
                                  paths.put(it.resource().forPeople(), it.directory().toString()));
                      if (shell) {
                        shell(sandboxes, meant, context, token);
                      }
                    },
                    // Ctrl-C is for the shell and what runs in it.
                    shell ? CancellationToken.none() : context.interrupt()));
    List<PlanError> errors = agents.plans().errors(meant.id());
    if (errors.size() > before) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              errors.getLast().message(),
              errors.getLast().advice().hint(),
              "agents plan open " + DisplayText.shortId(meant.id())));
    }
    return print && context.dialogue().reachesUser()
        ? onlyPaths(after, paths)
        : answer(agents, after, steps, paths);
  }

  /** For {@code cd "$(agents plan open --print)"}. */
  private static Result onlyPaths(Plan plan, Map<String, String> paths) {
    return Result.ok(
        Data.of(PlanView.VIEW, plan).with("sandboxes", paths),
        Page.exact(String.join("\n", paths.values()) + "\n"));
  }

  private static Result answer(
      CleverAgents agents, Plan plan, int steps, Map<String, String> paths) {
    String next = "agents plan check " + DisplayText.shortId(plan.id());
    List<String> edited =
        agents.changesets().entries(plan.id(), Integer.MAX_VALUE).stream()
            .filter(entry -> entry.origin().callId().equals("step-" + (steps + 1)))
            .filter(entry -> entry.origin().tool().equals("edit"))
            .map(ChangeEntry::change)
            .map(change -> change.path())
            .distinct()
            .toList();
    Page.Builder page = Page.builder();
    page.row("plan", PlanView.stage(plan), DisplayText.shortId(plan.id()), Mark.NONE);
    paths.forEach((resource, path) -> page.row("sandbox", path, resource, Mark.NONE));
    if (!edited.isEmpty()) {
      page.row(
          "edited",
          "%s recorded as step %d".formatted(CountedNoun.of(edited.size(), "file"), steps + 1));
    }
    page.command("next", next, "records further edits, and runs the checks");
    return Result.ok(
        Data.of(PlanView.VIEW, plan)
            .with("sandboxes", paths)
            .with("edited", edited)
            .with("next", next),
        page.build());
  }

  /** Runs the user's shell on this terminal until it ends. */
  private static void shell(
      SandboxGroup sandboxes, Plan plan, CommandContext context, CancellationToken token)
      throws InterruptedException {
    String id = DisplayText.shortId(plan.id());
    @Nullable String named = context.environment().variable("SHELL");
    String program = named == null ? "/bin/sh" : named;
    context.dialogue().say("plan %s is open in %s".formatted(id, sandboxes.first().directory()));
    context
        .dialogue()
        .say("edit, then leave the shell with 'exit': your changes become a step of the plan");
    ProcessBuilder builder =
        new ProcessBuilder(program).directory(folder(sandboxes, plan).toFile()).inheritIO();
    builder.environment().putAll(sandboxes.directories());
    builder.environment().put("AGENTS_PLAN", plan.id().toString());
    try {
      Process process = builder.start();
      try (var _ = token.onCancel(_ -> hangUp(process))) {
        process.waitFor();
      }
    } catch (IOException e) {
      context
          .dialogue()
          .say(
              "cannot start %s: %s; edit in the sandbox's folder"
                  .formatted(program, e.getMessage()));
    }
  }

  /** The counterpart of the folder in which the plan was created, if it is there. */
  private static Path folder(SandboxGroup sandboxes, Plan plan) {
    WorkPlace place = plan.brief().place();
    Sandbox sandbox = place.resource() == null ? sandboxes.first() : sandboxes.of(place.resource());
    Path folder = sandbox.directory().resolve(place.folder());
    return Files.isDirectory(folder) ? folder : sandbox.directory();
  }

  /** Ends a shell as a closed terminal does, because an interactive one ignores SIGTERM. */
  private static void hangUp(Process shell) {
    try {
      new ProcessBuilder("kill", "-HUP", String.valueOf(shell.pid())).start();
    } catch (IOException e) {
      shell.destroyForcibly();
    }
  }
}
