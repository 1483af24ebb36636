/**
 * Plans: how they are created, checked, moved, approved and stored. The only entry point is {@link
 * dev.cleveragents.engine.plan.PlanService}. Sub-packages hold the states and moves ({@code
 * lifecycle}) and the terms of a plan ({@code brief}), run the jobs of plans ({@code execution}),
 * roll plans back ({@code checkpoint}) and apply a part of their changes ({@code selection}).
 *
 * <p>Invariants: a plan moves by one conditional write on its version, stored in the same
 * transaction as its event and the move of its job; a phase is a chain of jobs, and a plan that
 * waits holds none.
 */
@NullMarked
package dev.cleveragents.engine.plan;

import org.jspecify.annotations.NullMarked;
