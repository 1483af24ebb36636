/**
 * The ways to keep a program from writing outside of what it is given, and the mounts of this
 * system.
 *
 * <p>Invariant: a path that is not listed as writable is read-only for the confined program and for
 * every process that it starts.
 */
@NullMarked
package dev.cleveragents.exec.confine;

import org.jspecify.annotations.NullMarked;
