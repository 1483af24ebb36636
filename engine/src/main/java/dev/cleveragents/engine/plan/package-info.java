/**
 * Plans: their lifecycle as pure tables, the one door to them ({@link
 * dev.cleveragents.engine.plan.PlanService}) and what runs them.
 *
 * <p>Invariants: a plan moves by one conditional write on its version, stored in the same
 * transaction as its event and the move of its job; a phase is a chain of jobs, and a plan that
 * waits holds none; a step that is done is stored before the next begins.
 */
@NullMarked
package dev.cleveragents.engine.plan;

import org.jspecify.annotations.NullMarked;
