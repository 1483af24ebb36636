package dev.cleveragents.cli.command;

import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.runtime.CleverAgents;
import java.util.ArrayList;
import java.util.List;

/** The commits that a plan's apply has made, as the log tells. */
final class AppliedCommits {

  private AppliedCommits() {}

  static List<String> of(CleverAgents agents, PlanId plan) {
    List<String> commits = new ArrayList<>();
    for (AuditEntry entry :
        agents.log().log(new EventFilter(plan, "apply.done", null), 0, Integer.MAX_VALUE)) {
      if (entry.event().data().get("commits") instanceof List<?> made) {
        made.stream()
            .filter(commit -> commit != null)
            .forEach(commit -> commits.add(commit.toString()));
      }
    }
    return commits;
  }
}
