package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.CostView;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan budget}: shows and raises the budget of a plan. */
@Command(
    name = "budget",
    description = "Show the budget of a plan and what was spent; --add raises it.",
    footer = "agents plan budget --add 1.00")
final class PlanBudgetCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(
      names = "--add",
      paramLabel = "AMOUNT",
      description = "Amount to add: dollars (1.00) or tokens (200k).")
  @Nullable String more;

  @Override
  public Result run(CommandContext context) {
    if (more == null) {
      return StoreAccess.read(
          context, agents -> answer(agents, PlanFinder.find(agents, plan, context)));
    }
    Budget amount = Budget.of(more);
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, plan, context);
          return answer(agents, agents.plans().budgets().add(meant.id(), amount));
        });
  }

  private static Result answer(CleverAgents agents, Plan plan) {
    Optional<BudgetAccount> account = agents.plans().budgets().account(plan.id());
    PlanCost cost = agents.plans().budgets().cost(plan.id());
    Page.Builder page = Page.builder();
    account.ifPresentOrElse(
        it -> page.rows(CostView.BUDGET, it), () -> page.row("budget", "unlimited"));
    page.rows(CostView.OF_PLAN, cost);
    return Result.ok(
        Data.of("plan", plan.id().toString())
            .with("budget", account.map(it -> Data.of(CostView.BUDGET, it)).orElse(null))
            .with("cost", Data.of(CostView.OF_PLAN, cost)),
        page.build());
  }
}
