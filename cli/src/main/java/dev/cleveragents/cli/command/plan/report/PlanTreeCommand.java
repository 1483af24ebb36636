package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.runtime.view.DecisionView;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan tree}: the decisions of a plan as a tree. Reads only. */
@Command(
    name = "tree",
    description = "Show the decisions of a plan as a tree.",
    footer = "agents plan tree")
final class PlanTreeCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Override
  public Result run(CommandContext context) {
    List<Decision> decisions =
        StoreAccess.read(
            context,
            agents -> agents.plans().decisions(PlanFinder.find(agents, plan, context).id()));
    Page.Builder page = Page.builder();
    decisions.forEach(decision -> page.line(DecisionView.VIEW, decision));
    return Result.ok(Data.of("decisions", Data.all(DecisionView.VIEW, decisions)), page.build());
  }
}
