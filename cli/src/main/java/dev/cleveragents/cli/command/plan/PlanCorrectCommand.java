package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.report.PlanStatusCommand;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.checkpoint.Rollback;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.CountedNoun;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan correct}: guidance for an agent, with the work since a decision reverted. */
@Command(
    name = "correct",
    description = {
      "Correct the work of an agent; 'plan resume' continues with your guidance.",
      "With --revert the work since a decision is reverted first; without it all work is kept."
    },
    footer = "agents plan correct 'use the parser' --revert 3F9B")
final class PlanCorrectCommand implements AgentsCommand {

  @Parameters(
      index = "0..1",
      arity = "1..2",
      paramLabel = "[PLAN] TEXT",
      hideParamSyntax = true,
      description =
          "Guidance, as one argument. A plan before it: id, its start or end, or 'last'; default: last.")
  List<String> words = List.of();

  @Option(
      names = "--revert",
      paramLabel = "DECISION",
      description =
          "Decision to revert: id, its start or end, from 'agents plan tree --decisions'.")
  @Nullable String decision;

  @Option(
      names = "--dry-run",
      description = "Show the steps and files that would be reverted, and change nothing.")
  boolean dryRun;

  @Option(names = "--yes", description = "Do not ask for confirmation.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    if (dryRun) {
      return StoreAccess.read(
          context,
          agents -> {
            Plan meant = PlanFinder.before(words, "TEXT", agents, context);
            return decision == null
                ? Result.ok(
                    Data.of("plan", meant.id().toString()).with("dry_run", true),
                    Page.text("Nothing would be reverted; the agent would be told your guidance."))
                : PlanRollbackCommand.answer(meant, preview(agents, meant, decision), true);
          });
    }
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.before(words, "TEXT", agents, context);
          if (decision != null) {
            revert(agents, meant, decision, context);
          }
          return PlanStatusCommand.answer(
              agents, agents.plans().guide(meant.id(), words.getLast()));
        });
  }

  private void revert(CleverAgents agents, Plan meant, String wrong, CommandContext context) {
    Rollback preview = preview(agents, meant, wrong);
    Confirmation.require(
        context,
        yes,
        "Revert %s, with the changes in %s, of plan %s?"
            .formatted(
                CountedNoun.of(preview.steps().size(), "step"),
                CountedNoun.of(preview.undone().size(), "file"),
                DisplayText.shortId(meant.id())),
        "agents plan correct %s … --revert %s --yes"
            .formatted(DisplayText.shortId(meant.id()), wrong));
    agents.checkpoints().rollBack(meant.id(), preview.to());
  }

  private static Rollback preview(CleverAgents agents, Plan meant, String wrong) {
    return agents.checkpoints().preview(meant, agents.checkpoints().before(meant, wrong));
  }
}
