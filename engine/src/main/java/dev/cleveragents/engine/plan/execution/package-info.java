/**
 * Runs the jobs of plans. {@link dev.cleveragents.engine.plan.execution.PlanExecutor} runs one
 * phase of one plan: strategize decides, execute does the actor's steps in sandboxes, apply moves
 * the result into the user's resources.
 *
 * <p>Invariants: a step that is done is stored before the next begins, under the lease of its job;
 * only files on which the required checks have passed are applied; the end of a phase and the end
 * of its job are one transaction.
 */
@NullMarked
package dev.cleveragents.engine.plan.execution;

import org.jspecify.annotations.NullMarked;
