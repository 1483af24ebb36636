package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint;
import dev.cleveragents.engine.plan.checkpoint.Rollback;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.CheckpointView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.change.Change;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan rollback}: rolls a plan back to a checkpoint, in all its resources. */
@Command(
    name = "rollback",
    description =
        "Roll a plan back to a checkpoint; your files are not touched, 'plan resume' "
            + "continues.",
    footer = "agents plan rollback 3F9B --dry-run")
final class PlanRollbackCommand implements AgentsCommand {

  @Parameters(
      index = "0..1",
      arity = "1..2",
      paramLabel = "[PLAN] CHECKPOINT",
      hideParamSyntax = true,
      description =
          "Checkpoint, from 'agents plan checkpoints'. A plan before it: id, its start or end, or 'last'; default: last.")
  List<String> words = List.of();

  @Option(names = "--yes", description = "Do not ask for confirmation.")
  boolean yes;

  @Option(
      names = "--dry-run",
      description = "Show the steps and files that would be reverted, and change nothing.")
  boolean dryRun;

  @Override
  public Result run(CommandContext context) {
    if (dryRun) {
      return StoreAccess.read(
          context,
          agents -> {
            Plan meant = PlanFinder.before(words, "CHECKPOINT", agents, context);
            return answer(meant, preview(agents, meant), true);
          });
    }
    return StoreAccess.change(context, agents -> rollBack(agents, context));
  }

  private Rollback preview(CleverAgents agents, Plan meant) {
    return agents.checkpoints().preview(meant, agents.checkpoints().find(meant, words.getLast()));
  }

  private Result rollBack(CleverAgents agents, CommandContext context) {
    Plan meant = PlanFinder.before(words, "CHECKPOINT", agents, context);
    Rollback preview = preview(agents, meant);
    Confirmation.require(
        context,
        yes,
        "Revert %s, with the changes in %s, of plan %s?"
            .formatted(
                CountedNoun.of(preview.steps().size(), "step"),
                CountedNoun.of(preview.undone().size(), "file"),
                DisplayText.shortId(meant.id())),
        "agents plan rollback %s %s --yes"
            .formatted(DisplayText.shortId(meant.id()), words.getLast()));
    Rollback done = agents.checkpoints().rollBack(meant.id(), preview.to());
    return answer(agents.plans().require(meant.id()), done, false);
  }

  /** The answer about a rollback that was done or would be. */
  static Result answer(Plan plan, Rollback rollback, boolean dryRun) {
    Checkpoint to = rollback.to();
    String next = "agents plan resume " + DisplayText.shortId(plan.id());
    Page.Builder page = Page.builder();
    page.row("plan", DisplayText.shortId(plan.id()));
    page.row(
        "checkpoint",
        DisplayText.shortId(to.id()),
        "%s done, before %s".formatted(CountedNoun.of(to.step(), "step"), to.what()),
        Mark.NONE);
    for (Rollback.Step step : rollback.steps()) {
      page.oneLine(
          "reverts",
          "step %d %s".formatted(step.number(), step.what()).strip(),
          CountedNoun.of(step.changes().size(), "file"),
          Mark.NONE);
    }
    rollback.undone().forEach(change -> page.oneLine("  file", inWords(change), "", Mark.NONE));
    if (dryRun) {
      page.text("Nothing was changed.");
    } else {
      page.row("stage", PlanView.stage(plan));
      page.command("next", next);
    }
    return Result.ok(
        Data.of("plan", plan.id().toString())
            .with("dry_run", dryRun)
            .with("stage", plan.status().stage().toString())
            .with("held", plan.status().held())
            .with("checkpoint", Data.of(CheckpointView.VIEW, to))
            .with("steps", rollback.steps().stream().map(PlanRollbackCommand::data).toList())
            .with("files", rollback.undone().stream().map(PlanRollbackCommand::data).toList())
            .with("next", dryRun ? null : next),
        page.build());
  }

  /** What happens to a file when this change is reverted. */
  private static String inWords(Change change) {
    String path = "%s (in %s)".formatted(change.path(), Name.of(change.resource()).forPeople());
    return switch (change.operation()) {
      case CREATE -> path + " is removed";
      case MODIFY -> path + " is restored";
      case DELETE -> path + " is restored";
      case MOVE -> "%s moves back to %s".formatted(path, change.movedFrom());
    };
  }

  private static Data data(Rollback.Step step) {
    return Data.of("step", step.number())
        .with("what", step.what())
        .with("changes", step.changes().stream().map(PlanRollbackCommand::data).toList());
  }

  private static Data data(Change change) {
    return Data.of("resource", change.resource())
        .with("path", change.path())
        .with("operation", change.operation().name().toLowerCase(Locale.ROOT))
        .with("moved_from", change.movedFrom());
  }
}
