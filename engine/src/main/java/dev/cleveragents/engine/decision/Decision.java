package dev.cleveragents.engine.decision;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored decision of a plan.
 *
 * @param parent the decision it follows from; null for the root only
 * @param superseded whether a later correction replaces it
 */
public record Decision(
    Ulid id,
    PlanId plan,
    @Nullable Ulid parent,
    DecisionContent choice,
    boolean superseded,
    Instant at) {}
