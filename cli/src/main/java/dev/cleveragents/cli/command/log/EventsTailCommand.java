package dev.cleveragents.cli.command.log;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
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
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents events tail}: follows the log until interrupted. Reads only. */
@Command(
    name = "tail",
    description = {
      "Show events as they happen, until interrupted.",
      "With --for it ends after that time and returns the events it saw."
    },
    footer = "agents events tail --plan last --for 10s")
final class EventsTailCommand implements AgentsCommand {

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final int AT_ONCE = 500;
  private static final int SHOWN_FIRST = 10;

  @Option(
      names = "--plan",
      paramLabel = "PLAN",
      description = "Limit to this plan (id, its start or end, or last).")
  @Nullable String plan;

  @Option(
      names = "--after",
      paramLabel = "POSITION",
      description = "Start after this position; default: the last ten events.")
  @Nullable Long after;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "End after this time, for example 10s.")
  @Nullable Duration span;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(context, agents -> tail(agents, context));
  }

  private Result tail(CleverAgents agents, CommandContext context) {
    PlanId id = plan == null ? null : PlanFinder.find(agents, plan, context).id();
    EventFilter filter = new EventFilter(id, null, null);
    long seen = after == null ? beforeLast(agents, filter) : after;
    long first = seen;
    long end = span == null ? Long.MAX_VALUE : System.nanoTime() + span.toNanos();
    boolean over = false;
    while (!over) {
      List<AuditEntry> news = agents.log().log(filter, seen, AT_ONCE);
      for (AuditEntry entry : news) {
        context.dialogue().say(EventView.text(entry));
        seen = entry.position();
      }
      over = news.isEmpty() && (pause(context) || (span != null && System.nanoTime() - end > 0));
    }
    List<AuditEntry> all = agents.log().log(filter, first, AT_ONCE);
    return Result.ok(
        Data.of("events", Data.all(EventView.VIEW, all)).with("position", seen),
        Page.text("last position: " + seen));
  }

  private static long beforeLast(CleverAgents agents, EventFilter filter) {
    List<AuditEntry> last = agents.log().tail(filter, SHOWN_FIRST);
    return last.isEmpty() ? 0 : last.getFirst().position() - 1;
  }

  private static boolean pause(CommandContext context) {
    try {
      return context.interrupt().await(LOOK_EVERY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
