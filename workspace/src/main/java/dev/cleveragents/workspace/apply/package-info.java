/**
 * How the result of a plan reaches the real resources.
 *
 * <p>Invariant: over all resources of a plan everything is applied or nothing, where that holds
 * after recovery. Until the journal's row is COMMITTED no file, index or branch of the user is
 * touched, so undoing means taking our own things away; from then on an apply is only ever
 * finished. A path is touched only if it holds exactly what the journal says stood there before or
 * comes after. The row, a conditional write fenced by the lease, decides; a lock of the operating
 * system on the journal's directory lets one process at a time act on it, and a hard link to the
 * journal proves which lock file is ours.
 */
@NullMarked
package dev.cleveragents.workspace.apply;

import org.jspecify.annotations.NullMarked;
