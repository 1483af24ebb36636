/**
 * The journal of an apply: a row in the store, and for each target a directory with the files that
 * recovery needs.
 *
 * <p>Invariants: the row decides. Each of its moves is one conditional write, and beginning and
 * COMMIT are fenced by the lease of the job that applies. A lock of the operating system on the
 * directory lets one process at a time act on a target. A lock in the user's resource is a hard
 * link to a file of the journal, so that only our own is ever removed.
 */
@NullMarked
package dev.cleveragents.workspace.apply.journal;

import org.jspecify.annotations.NullMarked;
