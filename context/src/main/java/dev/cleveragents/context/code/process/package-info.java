/**
 * Runs the native parsers in a child process. Invariant: a crash or a hang of a grammar costs the
 * one file that it was parsing; results come back in a checked format.
 */
@NullMarked
package dev.cleveragents.context.code.process;

import org.jspecify.annotations.NullMarked;
