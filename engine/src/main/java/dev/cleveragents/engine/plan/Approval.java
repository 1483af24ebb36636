package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanId;
import java.time.Instant;

/**
 * A question that a plan has put to people.
 *
 * @param gate what may not begin without a yes, as {@code execute}
 */
public record Approval(PlanId plan, String gate, String question, Instant asked) {}
