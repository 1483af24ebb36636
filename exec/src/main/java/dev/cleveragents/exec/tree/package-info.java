/**
 * The processes of a run: the process table of the system, the tree that a program has started, and
 * its end.
 *
 * <p>Invariant: a process is signalled only if it is proven to belong to the run, and through a
 * handle that Java checks against the start time of the process.
 */
@NullMarked
package dev.cleveragents.exec.tree;

import org.jspecify.annotations.NullMarked;
