package dev.cleveragents.cli.command.plan;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the apply of a plan has done, as the log tells.
 *
 * @param commits it has made
 * @param hints worth telling
 * @param kept what was left as somebody else had it at the last moment, in words
 */
record ApplySummary(List<String> commits, List<String> hints, List<String> kept) {

  static ApplySummary of(CleverAgents agents, PlanId plan) {
    List<AuditEntry> done = agents.log().tail(new EventFilter(plan, "apply.done", null), 1);
    return done.isEmpty()
        ? new ApplySummary(List.of(), List.of(), List.of())
        : new ApplySummary(
            texts(done.getFirst(), "commits"),
            texts(done.getFirst(), "hints"),
            texts(done.getFirst(), "kept"));
  }

  private static List<String> texts(AuditEntry entry, String name) {
    @Nullable Object value = entry.event().data().get(name);
    return value instanceof List<?> list
        ? list.stream().filter(each -> each != null).map(Object::toString).toList()
        : List.of();
  }
}
