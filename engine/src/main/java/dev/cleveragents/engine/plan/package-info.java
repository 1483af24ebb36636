/**
 * Plans and their moves: the lifecycle as pure tables, the stored form, the approvals, and the only
 * entry point, {@link dev.cleveragents.engine.plan.PlanService}. Sub-packages run the jobs of plans
 * ({@code execution}), roll plans back ({@code checkpoint}) and apply a part of their changes
 * ({@code selection}).
 *
 * <p>Invariants: a plan moves by one conditional write on its version, stored in the same
 * transaction as its event and the move of its job; a phase is a chain of jobs, and a plan that
 * waits holds none.
 */
@NullMarked
package dev.cleveragents.engine.plan;

import org.jspecify.annotations.NullMarked;
