package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.sandbox.Findings;
import dev.cleveragents.runtime.CleverAgents;
import java.util.List;

/** Tells a person which of their files a plan will not see. */
final class UnseenFiles {

  private static final int MOST_NAMED = 10;

  private UnseenFiles() {}

  static void tell(CleverAgents agents, Project project, CommandContext context)
      throws InterruptedException {
    for (Resource resource : project.resources()) {
      Findings findings = agents.sandboxes().check(resource, context.interrupt());
      findings.notes().forEach(context.dialogue()::say);
      List<String> files = findings.uncommitted();
      if (!files.isEmpty()) {
        String more =
            files.size() > MOST_NAMED ? " and %d more".formatted(files.size() - MOST_NAMED) : "";
        context
            .dialogue()
            .say(
                "not committed, so the plan does not see it: %s%s"
                    .formatted(
                        String.join(", ", files.subList(0, Math.min(MOST_NAMED, files.size()))),
                        more));
      }
    }
  }
}
