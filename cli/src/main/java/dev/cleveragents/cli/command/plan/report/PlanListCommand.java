package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NumberOption;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.CostView;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.runtime.view.ViewRow;
import dev.cleveragents.workspace.Name;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents plan list}: the newest plans. Reads only; with no store yet the list is empty. */
@Command(
    name = "list",
    description = "List plans, newest first.",
    footer = "agents plan list --project shop --limit 5")
final class PlanListCommand implements AgentsCommand {

  @Option(names = "--project", paramLabel = "NAME", description = "Limit to this project.")
  @Nullable String project;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Limit the list to N entries; default: 20.")
  int limit = 20;

  @Override
  public Result run(CommandContext context) {
    Name wanted = project == null ? null : Name.of(project);
    int most = NumberOption.limit(limit, "agents help plan list");
    return StoreAccess.readOr(
        context, agents -> list(agents, wanted, most), list(List.of(), List.of(), most));
  }

  private static Result list(CleverAgents agents, @Nullable Name project, int most) {
    List<Plan> plans = agents.plans().list(project, most);
    return list(plans, agents.plans().budgets().costs(plans.stream().map(Plan::id).toList()), most);
  }

  private static Result list(List<Plan> plans, List<PlanCost> costs, int most) {
    Page.Builder page = Page.builder();
    List<Data> data = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      PlanCost cost = costs.get(i);
      boolean paid = cost.calls() > 0;
      ViewRow row = PlanView.VIEW.line(plans.get(i));
      page.oneLine(row.label(), row.value(), paid ? cost.toString() : "", row.mark());
      data.add(
          Data.of(PlanView.VIEW, plans.get(i))
              .with("cost", paid ? Data.of(CostView.OF_PLAN, cost) : null));
    }
    if (plans.isEmpty()) {
      page.text("no plans");
    }
    return Result.ok(
        Data.of("plans", data).with("limit", most).with("more", plans.size() == most),
        page.build());
  }
}
