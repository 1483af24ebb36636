package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the agent that did the work of a plan said at its end.
 *
 * @param text empty if it said nothing, or if no agent did the work
 * @param openPoints what it left to do or doubts
 */
public record AgentAnswer(String text, List<String> openPoints) {

  /** Those of the language model and of a coding agent. */
  private static final Set<String> ROLES = Set.of("execution", "outside");

  /** More than the repair rounds and the other roles of a plan end with. */
  private static final int ENOUGH = 50;

  /** The answer of a plan, from the log. */
  public static AgentAnswer of(CleverAgents agents, PlanId plan) {
    return agents.log().tail(new EventFilter(plan, "agent.ended", null), ENOUGH).stream()
        .map(AuditEntry::event)
        .map(event -> event.data())
        .filter(data -> ROLES.contains(String.valueOf(data.get("role"))))
        .reduce((_, last) -> last)
        .map(AgentAnswer::of)
        .orElseGet(() -> new AgentAnswer("", List.of()));
  }

  private static AgentAnswer of(Map<String, @Nullable Object> data) {
    Object whole = data.get("answer") == null ? data.get("summary") : data.get("answer");
    List<String> open =
        data.get("open_points") instanceof List<?> list
            ? list.stream().filter(Objects::nonNull).map(Object::toString).toList()
            : List.of();
    return new AgentAnswer(Objects.toString(whole, ""), open);
  }

  /** The data of a plan, with this. */
  public Data in(Data plan) {
    return plan.with("answer", text.isEmpty() ? null : text).with("open_points", openPoints);
  }

  /** Shows the open points. */
  public void showOpenPoints(Page.Builder page) {
    openPoints.forEach(point -> page.row("left open", point, "", Mark.ATTENTION));
  }
}
