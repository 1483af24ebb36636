package dev.cleveragents.cli.command.log;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Limit;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.runtime.CleverAgents;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents audit log}: the last entries. Reads only; with no store yet there are none. */
@Command(name = "log", description = "Show the last entries of the log, the newest last.")
final class AuditLogCommand implements AgentsCommand {

  @Option(names = "--plan", paramLabel = "PLAN", description = "Only of this plan, or last.")
  @Nullable String plan;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Only of this type or beginning, for example plan or plan.moved.")
  @Nullable String type;

  @Option(names = "--limit", paramLabel = "N", description = "At most so many; 50 by default.")
  int limit = 50;

  @Override
  public Result run(CommandContext context) {
    int most = Limit.checked(limit, "agents help audit log");
    List<AuditEntry> entries =
        Store.readOr(
            context,
            agents -> agents.log().tail(filter(agents, context), most),
            List.<AuditEntry>of());
    List<EventView> views = entries.stream().map(EventView::new).toList();
    return Result.ok(
        Data.of("events", views.stream().map(EventView::data).toList()),
        Page.text(
            views.isEmpty()
                ? "no entries"
                : String.join("\n", views.stream().map(EventView::line).toList())));
  }

  private EventFilter filter(CleverAgents agents, CommandContext context) {
    PlanId id = plan == null ? null : MeantPlan.find(agents, plan, context).id();
    return new EventFilter(id, type, null);
  }
}
