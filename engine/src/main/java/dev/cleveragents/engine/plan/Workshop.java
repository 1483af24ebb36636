package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.sandbox.SandboxManager;
import dev.cleveragents.engine.tool.Tools;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.time.Instant;

/**
 * What the phases of a plan work with.
 *
 * @param context what commands may know of a project
 */
public record Workshop(
    Database database,
    DatabaseJobStore jobs,
    PlanBooks books,
    SandboxManager sandboxes,
    Tools tools,
    ContextSource context) {

  Instant now() {
    return books.now();
  }
}
