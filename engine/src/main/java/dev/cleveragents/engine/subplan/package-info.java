/**
 * The subplans of a plan: which of them may start, and what is stored about them.
 *
 * <p>Invariants: what starts is decided by {@link
 * dev.cleveragents.engine.subplan.SubplanScheduler}, a pure function of stored rows, in the
 * transaction that ends a subplan and with the row of the parent locked; so every subplan starts
 * once. The number of a subplan is its place in the order of merging and never changes.
 */
@NullMarked
package dev.cleveragents.engine.subplan;

import org.jspecify.annotations.NullMarked;
