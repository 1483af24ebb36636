/**
 * The part of a plan's changes that a user chooses to apply: whole files, or hunks of text files.
 *
 * <p>Invariants: a selection counts only for exactly the changes that it was chosen from; the
 * chosen changes and the rest, one after the other, make the same files as all changes together.
 */
@NullMarked
package dev.cleveragents.engine.plan.selection;

import org.jspecify.annotations.NullMarked;
