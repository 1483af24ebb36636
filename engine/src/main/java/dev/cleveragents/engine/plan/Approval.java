package dev.cleveragents.engine.plan;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored approval request of a plan.
 *
 * @param gate what needs the approval, such as {@code execute} or {@code edit_file}
 * @param step the step it is about; null for a whole phase
 * @param detail what that step would do; empty if the question is complete without it
 */
public record Approval(
    Ulid id,
    PlanId plan,
    String gate,
    String question,
    @Nullable Integer step,
    String detail,
    Instant asked) {}
