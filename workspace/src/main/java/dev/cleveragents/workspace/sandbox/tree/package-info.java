/**
 * The files of a sandbox as git trees: taken, compared, put back and rebuilt, in a repository
 * beside the files.
 *
 * <p>Invariants: that repository borrows the objects of the user's and never writes there. The
 * repository that the files may have for themselves is another one, and commands that change it
 * change nothing here. Contents are compared by their exact bytes.
 */
@NullMarked
package dev.cleveragents.workspace.sandbox.tree;

import org.jspecify.annotations.NullMarked;
