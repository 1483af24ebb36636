package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.PlanJournal;
import dev.cleveragents.engine.tool.ConfinedCommands;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.time.Instant;

/**
 * The services that the phases of a plan use.
 *
 * @param context what commands may know of a project
 * @param agents what language models work with
 * @param hooks whether the user's git hooks check what is applied
 */
public record PlanServices(
    Database database,
    DatabaseJobStore jobs,
    PlanJournal journal,
    SandboxManager sandboxes,
    ConfinedCommands commands,
    ContextSource context,
    AgentServices agents,
    boolean hooks) {

  Instant now() {
    return journal.now();
  }
}
