package dev.cleveragents.engine.decision;

import dev.cleveragents.engine.PlanId;
import dev.cleveragents.kernel.id.Ulid;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One stored choice of a plan.
 *
 * @param parent the decision it follows from; only the root has none
 * @param superseded whether a later correction took its place
 */
public record Decision(
    Ulid id, PlanId plan, @Nullable Ulid parent, Choice choice, boolean superseded, Instant at) {}
