/**
 * Applying to a git work tree: its state, the commit, the index, the branch, and the merge with a
 * branch that has moved.
 *
 * <p>Invariants: until the journal is COMMITTED all work happens on copies, under the locks that
 * git itself takes for the index, HEAD and the branch. The branch moves from the commit that the
 * journal names, or not at all.
 */
@NullMarked
package dev.cleveragents.workspace.apply.git;

import org.jspecify.annotations.NullMarked;
