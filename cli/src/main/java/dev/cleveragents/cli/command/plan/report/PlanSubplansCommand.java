package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.runtime.view.SubplanView;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan subplans}: the parts of a plan. Reads only. */
@Command(
    name = "subplans",
    description = {
      "List the subplans of a plan in the order in which their results are merged.",
      "Each is a plan: status, diff, log, resume and cancel take its id."
    },
    footer = "agents plan subplans")
final class PlanSubplansCommand implements AgentsCommand {

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
    List<SubplanRow> subplans = agents.plans().subplans(plan);
    Page.Builder page = Page.builder();
    if (subplans.isEmpty()) {
      page.prose("The plan has no subplans.");
    } else {
      page.table(SubplanView.TABLE, subplans);
    }
    return Result.ok(
        Data.of(PlanView.VIEW, plan).with("subplans", Data.all(SubplanView.VIEW, subplans)),
        page.build());
  }
}
