/**
 * Applying to files: what is in the way, how an old file is exchanged for a new one, and targets
 * without git.
 *
 * <p>Invariant: a path is touched only if it holds exactly what the journal says stood there before
 * or comes after. Anything else keeps its version and is reported.
 */
@NullMarked
package dev.cleveragents.workspace.apply.files;

import org.jspecify.annotations.NullMarked;
