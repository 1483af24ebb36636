package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NumberOption;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents plan list}: the newest plans. Reads only; with no store yet the list is empty. */
@Command(name = "list", description = "List plans, newest first.")
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
    List<Plan> plans =
        StoreAccess.readOr(context, agents -> agents.plans().list(wanted, most), List.<Plan>of());
    Page.Builder page = Page.builder();
    plans.forEach(plan -> page.line(PlanView.VIEW, plan));
    if (plans.isEmpty()) {
      page.text("no plans");
    }
    return Result.ok(
        Data.of("plans", Data.all(PlanView.VIEW, plans))
            .with("limit", limit)
            .with("more", plans.size() == limit),
        page.build());
  }
}
