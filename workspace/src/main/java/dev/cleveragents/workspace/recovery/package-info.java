/**
 * Leftovers of crashes that are not about plans: workers, processes, interrupted applies, locks and
 * temporary files. An {@link dev.cleveragents.workspace.recovery.OrphanFinder} per kind finds them
 * and clears those that are not needed.
 *
 * <p>Invariants: nothing of a living owner is touched, where a lease counts as alive until the
 * store says otherwise or its process is certainly gone; finding writes nothing; clearing may be
 * repeated and may run beside anything.
 */
@NullMarked
package dev.cleveragents.workspace.recovery;

import org.jspecify.annotations.NullMarked;
