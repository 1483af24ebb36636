package dev.cleveragents.engine.recovery;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.workspace.recovery.LeaseOwner;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import org.jspecify.annotations.Nullable;

/**
 * The state of a sandbox at one moment.
 *
 * @param plan its plan; null if the store has none of that id
 * @param bytes its size on disk; 0 if its directory is gone
 */
public record SandboxReport(
    SandboxRecord sandbox,
    @Nullable Plan plan,
    LeaseOwner owner,
    SandboxContentReport holding,
    long bytes) {}
