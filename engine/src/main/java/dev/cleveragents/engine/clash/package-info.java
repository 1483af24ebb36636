/**
 * Clashes: results of subplans that merge without a conflict, but fail a check together.
 *
 * <p>Invariants: a set is reported as failing only if a trial of exactly that set failed; the
 * search is a pure function of its trials.
 */
@NullMarked
package dev.cleveragents.engine.clash;

import org.jspecify.annotations.NullMarked;
