package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.output.Page;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.request.Destination;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an apply, from the log.
 *
 * @param commits the commits that it made
 * @param hints for the user
 * @param kept descriptions of the files that changed during the apply and were left as they were
 */
record ApplySummary(List<String> commits, List<String> hints, List<String> kept) {

  private static final int SHORT_COMMIT = 10;

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

  /** Where the result is, in parentheses; empty if it is only in plain directories. */
  String where(Plan plan) {
    if (plan.brief().delivery().destination() instanceof Destination.WorkTree) {
      return " (files only, no commit)";
    }
    return commits.isEmpty()
        ? ""
        : " (commit %s)"
            .formatted(
                String.join(
                    ", ",
                    commits.stream()
                        .map(it -> it.substring(0, Math.min(SHORT_COMMIT, it.length())))
                        .toList()));
  }

  /** Shows where the result is and how it is undone. */
  void rows(Plan plan, Page.Builder page) {
    commits.forEach(commit -> page.row("commit", commit));
    String id = DisplayText.shortId(plan.id());
    switch (plan.brief().delivery().destination()) {
      case Destination.CheckedOutBranch() -> page.row("undo with", "agents plan undo " + id);
      case Destination.NewBranch(String name) -> {
        page.row("branch", name, "git switch " + name, Mark.NONE);
        page.row("undo with", "git branch -D " + name);
      }
      case Destination.WorkTree() -> {
        page.row("commit", "none; the index and the branch are as they were");
        page.row("undo with", "agents plan diff %s --patch | git apply -R".formatted(id));
      }
    }
  }
}
