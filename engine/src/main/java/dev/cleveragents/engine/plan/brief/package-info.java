/**
 * The terms of a plan, fixed when it is created, and the JSON in which they are stored.
 *
 * <p>Invariants: a brief is a value with everything that the work needs, so later edits of an
 * action, an actor or a project do not reach a plan that has begun; what was stored once stays
 * readable.
 */
@NullMarked
package dev.cleveragents.engine.plan.brief;

import org.jspecify.annotations.NullMarked;
