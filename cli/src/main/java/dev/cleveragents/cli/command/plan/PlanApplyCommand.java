package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.report.DiffView;
import dev.cleveragents.cli.command.plan.report.PlanFailure;
import dev.cleveragents.cli.command.plan.report.PlanNextCommand;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanAmendment;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.engine.plan.selection.SelectionParser;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.apply.request.Destination;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agents plan apply}: approves a plan's result, or a part of it. */
@Command(
    name = "apply",
    description = {
      "Apply the result of a plan to your files, all of it or nothing.",
      "Refused, with nothing changed, if you have local changes on the plan's paths, or if the git",
      "hook pre-commit or commit-msg refuses it; they run in a sandbox.",
      "The checks run again on a selected part; the rest becomes a plan of its own."
    },
    footer = {"agents plan apply", "agents plan apply --only src/Shop.java:1,3"})
final class PlanApplyCommand implements AgentsCommand {

  @Mixin PlanRunOptions options = new PlanRunOptions();

  /** The selected part. */
  static final class Part {
    @Option(
        names = "--only",
        paramLabel = "PATH[:HUNKS]",
        description =
            "Apply only this path, folder or glob, or hunks of a file (FILE:1,3, as numbered by "
                + "'agents plan diff'); repeatable.")
    List<String> only = List.of();

    @Option(names = "--choose", description = "Ask for each hunk.")
    boolean choose;
  }

  @Mixin DeliveryOptions delivery = new DeliveryOptions();

  @ArgGroup(exclusive = true)
  Part part = new Part();

  @Option(
      names = "--ignore-checks",
      paramLabel = "REASON",
      description =
          "Apply although required checks fail; the reason is recorded and put into the commit.")
  @Nullable String ignoreChecks;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, options.plan, context);
          Optional<Result> applied = alreadyApplied(agents, meant);
          if (applied.isPresent()) {
            return applied.get();
          }
          Delivery wanted = delivery.on(meant.brief().delivery());
          Interruptible.call(
              () -> {
                agents.plans().requireDelivery(meant, wanted, context.interrupt());
                return meant;
              });
          if (ignoreChecks != null) {
            return applyUnchecked(agents, meant, ignoreChecks, context);
          }
          return part.choose || !part.only.isEmpty()
              ? applyPart(agents, meant, context)
              : applyAll(agents, meant, context);
        });
  }

  private Result applyAll(CleverAgents agents, Plan meant, CommandContext context) {
    boolean failed = meant.status().state() == PlanState.ERRORED;
    if (failed && meant.status().phase() == PlanPhase.EXECUTE) {
      throw new PlanFailure(agents, meant).problem(context.dialogue());
    }
    if (!meant.status().state().isTerminal() && !meant.changesNothing()) {
      confirm(DiffView.of(agents, meant.id()), meant, context);
    }
    return options.by(agents, meant, (plans, _) -> plans.apply(meant, delivery::on), context);
  }

  /** Completes a plan whose checks fail; the diff is confirmed as the result of any other. */
  private Result applyUnchecked(
      CleverAgents agents, Plan meant, String reason, CommandContext context) {
    if (part.choose || !part.only.isEmpty() || delivery.isGiven()) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "--ignore-checks completes the plan first, so it excludes --only, --choose and the"
                  + " options of the commit.",
              null,
              "agents help plan apply"));
    }
    boolean waived = Decision.waiver(agents.plans().decisions(meant.id())).isPresent();
    boolean complete = meant.status().state() == PlanState.COMPLETE;
    if (complete && waived) {
      return applyAll(agents, meant, context);
    }
    if (complete || agents.plans().validations(meant.id()).isEmpty()) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              "No check of plan %s has failed, so there is none to ignore: it is %s."
                  .formatted(DisplayText.shortId(meant.id()), PlanView.stage(meant)),
              null,
              PlanNextCommand.of(meant, agents.plans().errors(meant.id())).orElse(null)));
    }
    return options.by(
        agents,
        meant,
        (plans, id) -> plans.resume(id, new PlanAmendment.ChecksWaived(reason)),
        context);
  }

  private Result applyPart(CleverAgents agents, Plan meant, CommandContext context) {
    DiffView all = DiffView.of(agents, meant.id());
    ChangeSelection chosen =
        part.choose
            ? new HunkPrompt(context).choose(all.diffs())
            : SelectionParser.read(all.diffs(), part.only);
    confirm(all.only(chosen), meant, context);
    return options.by(agents, meant, (plans, id) -> plans.apply(id, chosen, delivery::on), context);
  }

  private void confirm(DiffView what, Plan meant, CommandContext context) {
    what.summary("agents plan diff %s --stat".formatted(DisplayText.shortId(meant.id())))
        .forEach(context.dialogue()::say);
    boolean branch =
        delivery.on(meant.brief().delivery()).destination() instanceof Destination.NewBranch;
    Confirmation.require(
        context,
        options.yes,
        branch
            ? new Confirmation.Asked(
                "This creates a branch", "Commit this to a new branch?", what::text)
            : new Confirmation.Asked(
                "This changes your files", "Apply this to your files?", what::text),
        "agents plan apply %s%s%s%s"
            .formatted(
                DisplayText.shortId(meant.id()),
                part.choose ? " --choose" : part.only.isEmpty() ? "" : " --only …",
                delivery.isGiven() ? " " + delivery.words() : "",
                part.choose ? "" : " --yes"));
  }

  /** Says so if the plan was applied before; there is nothing to do then. */
  private static Optional<Result> alreadyApplied(CleverAgents agents, Plan meant) {
    if (meant.status().state() != PlanState.APPLIED) {
      return Optional.empty();
    }
    String id = DisplayText.shortId(meant.id());
    ApplySummary summary = ApplySummary.of(agents, meant.id());
    return Optional.of(
        Result.ok(
            Data.of(PlanView.VIEW, meant).with("commits", summary.commits()),
            Page.builder()
                .row("plan", "already applied" + summary.where(meant), id, Mark.GOOD)
                .command("undo with", "agents plan undo " + id)
                .build()));
  }
}
