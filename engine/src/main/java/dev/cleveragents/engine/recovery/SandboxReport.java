package dev.cleveragents.engine.recovery;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.workspace.recovery.LeaseOwner;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import org.jspecify.annotations.Nullable;

/**
 * A private copy of a resource as it was looked at.
 *
 * @param plan its plan, or null if the store has none of that id
 * @param bytes how much room it takes, 0 if it is not there
 */
public record SandboxReport(
    SandboxRecord sandbox,
    @Nullable Plan plan,
    LeaseOwner owner,
    SandboxHolding holding,
    long bytes) {}
