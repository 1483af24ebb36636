package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.change.ChangeEntry;
import dev.cleveragents.workspace.change.Changeset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan artifacts}: every recorded change of a plan, step by step. Reads only. */
@Command(
    name = "artifacts",
    description = "Show the changesets of a plan with every entry.",
    footer = "agents plan artifacts")
final class PlanArtifactsCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context, agents -> answer(agents, PlanFinder.find(agents, plan, context)));
  }

  private static Result answer(CleverAgents agents, Plan plan) {
    Page.Builder page = Page.builder();
    List<Data> changesets = new ArrayList<>();
    for (Changeset changeset : agents.changesets().of(plan.id())) {
      List<ChangeEntry> entries = agents.changesets().entries(changeset.id());
      page.heading(
          "step %d, %s: %s"
              .formatted(
                  changeset.step(),
                  changeset.status().name().toLowerCase(Locale.ROOT),
                  DisplayText.shortId(changeset.id())));
      entries.forEach(entry -> row(entry, page));
      changesets.add(
          Data.of("id", changeset.id().toString())
              .with("step", changeset.step())
              .with("status", changeset.status())
              .with("entries", entries.stream().map(PlanArtifactsCommand::data).toList()));
    }
    if (changesets.isEmpty()) {
      page.text("no changes recorded");
    }
    return Result.ok(Data.of("changesets", changesets), page.build());
  }

  private static void row(ChangeEntry entry, Page.Builder page) {
    page.oneLine(
        "%3d %s"
            .formatted(
                entry.sequence(), entry.change().operation().name().toLowerCase(Locale.ROOT)),
        entry.change().path(),
        entry.origin().tool() + " by " + entry.origin().actor(),
        Mark.NONE);
  }

  private static Data data(ChangeEntry entry) {
    return Data.of("sequence", entry.sequence())
        .with("path", entry.change().path())
        .with("resource", entry.change().resource())
        .with("operation", entry.change().operation())
        .with("moved_from", entry.change().movedFrom())
        .with("before", entry.change().before() == null ? null : entry.change().before().hash())
        .with("after", entry.change().after() == null ? null : entry.change().after().hash())
        .with("tool", entry.origin().tool())
        .with("call", entry.origin().callId())
        .with("actor", entry.origin().actor())
        .with("at", entry.at());
  }
}
