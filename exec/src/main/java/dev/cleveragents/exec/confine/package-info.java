/**
 * The ways to keep a program from writing outside of what it is given, from other processes and
 * from the network; and the mounts of this system.
 *
 * <p>Invariants: a path that is not listed as writable is read-only for the confined program and
 * for every process that it starts. Where processes are kept apart, none of these outlives the
 * first process of their namespace.
 */
@NullMarked
package dev.cleveragents.exec.confine;

import org.jspecify.annotations.NullMarked;
