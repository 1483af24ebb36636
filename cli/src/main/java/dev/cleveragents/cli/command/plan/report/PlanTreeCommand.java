package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.progress.TreeProgress;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.CostView;
import dev.cleveragents.runtime.view.DecisionView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.runtime.view.SubplanView;
import dev.cleveragents.workspace.CountedNoun;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan tree}: a plan with all its subplans, and its decisions. Reads only. */
@Command(
    name = "tree",
    description = {
      "Show a plan with its subplans of all levels: state, age, changed files and cost.",
      "A plan without subplans is shown with its decisions."
    },
    footer = {"agents plan tree", "agents plan tree 8K4T --watch"})
final class PlanTreeCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(names = "--decisions", description = "Show the decisions of the plan, with their ids.")
  boolean decisions;

  @Option(
      names = "--watch",
      description = "Follow the tree on a terminal until it stops; Ctrl-C only detaches.")
  boolean watch;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, plan, context);
          return answer(agents, watch ? watched(agents, meant, context) : meant);
        });
  }

  private static Plan watched(CleverAgents agents, Plan meant, CommandContext context) {
    try {
      return agents.watch(
          agents.watching(meant.id(), new TreeProgress(context.dialogue())), context.interrupt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return meant;
    } finally {
      context.dialogue().show(List.of());
    }
  }

  private Result answer(CleverAgents agents, Plan meant) {
    List<SubplanNode> subplans = agents.plans().below(meant);
    List<Decision> decided = agents.plans().decisions(meant.id());
    PlanCost cost = agents.plans().budgets().cost(meant.id());
    Page.Builder page = Page.builder();
    page.row(
        DisplayText.shortId(meant.id()),
        PlanView.goal(meant),
        about(meant, subplans, cost),
        Mark.NONE);
    if (decisions || subplans.isEmpty()) {
      decided.forEach(decision -> page.line(DecisionView.VIEW, decision));
    } else {
      page.table(SubplanView.TREE, subplans);
    }
    return Result.ok(
        Data.of(PlanView.VIEW, meant)
            .with("subplans", Data.all(SubplanView.VIEW, subplans))
            .with("decisions", Data.all(DecisionView.VIEW, decided))
            .with("cost", cost.calls() == 0 ? null : Data.of(CostView.OF_PLAN, cost)),
        page.build());
  }

  private static String about(Plan meant, List<SubplanNode> subplans, PlanCost cost) {
    StringBuilder about = new StringBuilder(PlanView.stage(meant));
    int changed = meant.results().stream().mapToInt(Plan.Result::changed).sum();
    if (changed > 0) {
      about.append(", ").append(CountedNoun.of(changed, "file"));
    }
    if (cost.calls() > 0) {
      about.append(", ").append(cost);
    }
    if (!subplans.isEmpty()) {
      about.append("; ").append(SubplanView.standings(subplans));
    }
    return about.toString();
  }
}
