/**
 * Running other programs. {@link dev.cleveragents.exec.Command} says what to run and within which
 * bounds; running it gives a {@link dev.cleveragents.exec.CommandResult}, and when that is there
 * the program and everything it started is gone. {@link dev.cleveragents.exec.OrphanedCommands}
 * does the same for what a killed process of ours left behind.
 *
 * <p>Looks at the kernel only. Starts no thread but in a scope, reads no clock but a monotonic one,
 * and ends no process that is not proven to be one of ours.
 */
@NullMarked
package dev.cleveragents.exec;

import org.jspecify.annotations.NullMarked;
