package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.ListCut;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.NumberOption;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.CostView;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.runtime.view.ViewTable;
import dev.cleveragents.workspace.Name;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents plan list}: the newest plans. Reads only; with no store yet the list is empty. */
@Command(
    name = "list",
    description = "List the plans of this folder's project, newest first; elsewhere all plans.",
    footer = "agents plan list --project shop --limit 5")
final class PlanListCommand implements AgentsCommand {

  /** Whose plans. */
  static final class Scope {
    @Option(
        names = "--project",
        paramLabel = "NAME",
        description = "Limit to this project; default: that of this folder.",
        converter = NameConverter.class)
    @Nullable Name project;

    @Option(names = "--all", description = "List the plans of all projects.")
    boolean all;
  }

  @ArgGroup(exclusive = true)
  Scope scope = new Scope();

  @Option(
      names = "--status",
      paramLabel = "STATE",
      description =
          "Limit to this state: queued, processing, waiting, complete, errored, constrained, "
              + "cancelled or applied.")
  @Nullable PlanState status;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Limit the list to N entries; default: 20.")
  int limit = 20;

  @Override
  public Result run(CommandContext context) {
    NumberOption.limit(limit, "agents help plan list");
    return StoreAccess.readOr(
        context,
        agents -> list(agents, context),
        answer(new ListCut<>(List.of(), false), List.of(), null));
  }

  private Result list(CleverAgents agents, CommandContext context) {
    Name project = scope.all ? null : project(agents, context);
    ListCut<Plan> plans = ListCut.at(limit, most -> agents.plans().list(project, status, most));
    List<PlanCost> costs =
        agents.plans().budgets().costs(plans.shown().stream().map(Plan::id).toList());
    return answer(plans, costs, project);
  }

  private @Nullable Name project(CleverAgents agents, CommandContext context) {
    return scope.project != null
        ? agents.projects().show(scope.project).name()
        : agents
            .projects()
            .forFolder(context.environment().workingDirectory())
            .map(Project::name)
            .orElse(null);
  }

  private Result answer(ListCut<Plan> cut, List<PlanCost> costs, @Nullable Name project) {
    List<Plan> plans = cut.shown();
    Page.Builder page = Page.builder();
    ViewTable<PlanView.Listed> table = PlanView.table(project == null);
    List<Data> data = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      PlanCost cost = costs.get(i);
      data.add(
          Data.of(PlanView.VIEW, plans.get(i))
              .with("cost", cost.calls() == 0 ? null : Data.of(CostView.OF_PLAN, cost)));
    }
    List<PlanView.Listed> listed = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      listed.add(new PlanView.Listed(plans.get(i), costs.get(i)));
    }
    page.table(table, listed);
    cut.note(page);
    if (plans.isEmpty()) {
      page.text(
          project == null
              ? "no plans"
              : "no plans of project %s; --all lists those of all projects"
                  .formatted(project.forPeople()));
    }
    return Result.ok(
        Data.of("plans", data)
            .with("project", project == null ? null : project.toString())
            .with("limit", limit)
            .with("more", cut.more()),
        page.build());
  }
}
