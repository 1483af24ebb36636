package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.ListCut;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.engine.subplan.SubplanNode.Standing;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.runtime.view.SubplanView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan subplans}: the parts of a plan. Reads only. */
@Command(
    name = "subplans",
    description = {
      "List the subplans of a plan in the order in which their results are merged.",
      "Each is a plan: status, diff, log, resume and cancel take its id."
    },
    footer = {"agents plan subplans", "agents plan subplans --status failed"})
final class PlanSubplansCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(
      names = "--status",
      paramLabel = "STATE",
      description =
          "Limit to this state: failed, asks, running, queued, planned, paused, complete or "
              + "cancelled.")
  @Nullable Standing status;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context, agents -> answer(agents, PlanFinder.find(agents, plan, context)));
  }

  private Result answer(CleverAgents agents, Plan plan) {
    List<SubplanNode> all =
        agents.plans().below(plan).stream().filter(it -> it.depth() == 1).toList();
    List<SubplanNode> meant =
        all.stream().filter(it -> status == null || it.standing() == status).toList();
    Page.Builder page = Page.builder();
    page.table(SubplanView.TABLE, meant);
    if (all.isEmpty()) {
      page.prose("The plan has no subplans.");
    } else if (meant.size() < all.size()) {
      page.text(
          ListCut.line(
              meant.size(), all.size(), "agents plan subplans " + DisplayText.shortId(plan.id())));
    }
    return Result.ok(
        Data.of(PlanView.VIEW, plan)
            .with("subplans", Data.all(SubplanView.VIEW, meant))
            .with("total", all.size()),
        page.build());
  }
}
