package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Limit;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents plan list}: the newest plans. Reads only; with no store yet the list is empty. */
@Command(name = "list", description = "List plans, newest first.")
final class PlanListCommand implements AgentsCommand {

  @Option(names = "--project", paramLabel = "NAME", description = "Only those of this project.")
  @Nullable String project;

  @Option(names = "--limit", paramLabel = "N", description = "At most so many; 20 by default.")
  int limit = 20;

  @Override
  public Result run(CommandContext context) {
    Name wanted = project == null ? null : Name.of(project);
    int most = Limit.checked(limit, "agents help plan list");
    List<Plan> plans =
        Store.readOr(context, agents -> agents.plans().list(wanted, most), List.<Plan>of());
    Page.Builder page = Page.builder();
    plans.forEach(plan -> new PlanView(plan).row(page));
    if (plans.isEmpty()) {
      page.text("no plans");
    }
    return Result.ok(
        Data.of("plans", plans.stream().map(plan -> new PlanView(plan).data()).toList())
            .with("limit", limit)
            .with("more", plans.size() == limit),
        page.build());
  }
}
