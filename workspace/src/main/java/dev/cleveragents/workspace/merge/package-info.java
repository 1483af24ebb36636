/**
 * Merges the results of several children into one tree, over git objects alone.
 *
 * <p>Invariants: the result depends on the base, the children's trees and their positions, and on
 * nothing else: not on who finished first, not on the user's configuration, hooks, merge drivers or
 * dirty files. A merged tree never holds conflict markers. Neither side of a conflict is dropped
 * without a record.
 */
@NullMarked
package dev.cleveragents.workspace.merge;

import org.jspecify.annotations.NullMarked;
