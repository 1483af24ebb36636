/**
 * The circuit breaker: decides whether a part that keeps failing may be called, and when to try it
 * again. It takes outcomes, with a permit or without, and gives admissions, views for people and
 * changes. Invariant: all state of one name is in one atomic reference, and every call takes effect
 * in one atomic step; there is no lock, no timer and no thread here.
 */
@NullMarked
package dev.cleveragents.kernel.breaker;

import org.jspecify.annotations.NullMarked;
