package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.sandbox.SandboxRecord;
import org.jspecify.annotations.Nullable;

/**
 * A private copy of a resource as it was looked at.
 *
 * @param plan its plan, or null if the store has none of that id
 * @param bytes how much room it takes, 0 if it is not there
 */
public record Copy(
    SandboxRecord sandbox, @Nullable Plan plan, Owner owner, Holding holding, long bytes) {}
