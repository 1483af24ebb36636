/**
 * The life cycle of a plan: its phases and states, and the moves between them.
 *
 * <p>Invariants: {@link dev.cleveragents.engine.plan.lifecycle.PlanLifecycle} is the only code that
 * makes the next status, by pure functions on values: nothing here reads or writes a store. Every
 * move raises the version by one, and a move that its tables do not have is refused.
 */
@NullMarked
package dev.cleveragents.engine.plan.lifecycle;

import org.jspecify.annotations.NullMarked;
