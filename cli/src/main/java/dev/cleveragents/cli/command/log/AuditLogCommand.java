package dev.cleveragents.cli.command.log;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.ListCut;
import dev.cleveragents.cli.command.NumberOption;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.EventView;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents audit log}: the last entries. Reads only; with no store yet there are none. */
@Command(
    name = "log",
    description = "Show the last entries of the audit log, newest last.",
    footer = {"agents audit log --plan last", "agents audit log --type plan.moved --limit 10"})
final class AuditLogCommand implements AgentsCommand {

  @Option(
      names = "--plan",
      paramLabel = "PLAN",
      description = "Limit to this plan (id, its start or end, or last).")
  @Nullable String plan;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Limit to this event type or prefix, for example plan or plan.moved.")
  @Nullable String type;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Limit the list to N entries; default: 50.")
  int limit = 50;

  @Override
  public Result run(CommandContext context) {
    int most = NumberOption.limit(limit, "agents help audit log");
    List<AuditEntry> found =
        StoreAccess.readOr(
            context,
            agents -> agents.log().tail(filter(agents, context), most + 1),
            List.<AuditEntry>of());
    ListCut<AuditEntry> cut =
        new ListCut<>(
            found.subList(Math.max(0, found.size() - most), found.size()), found.size() > most);
    List<AuditEntry> entries = cut.shown();
    Page.Builder page = Page.builder();
    entries.forEach(entry -> page.line(EventView.VIEW, entry));
    cut.note(page);
    if (entries.isEmpty()) {
      page.text("no entries");
    }
    return Result.ok(
        Data.of("events", Data.all(EventView.VIEW, entries)).with("more", cut.more()),
        page.build());
  }

  private EventFilter filter(CleverAgents agents, CommandContext context) {
    PlanId id = plan == null ? null : PlanFinder.find(agents, plan, context).id();
    return new EventFilter(id, type, null);
  }
}
