/**
 * The command line {@code agents}: a process that parses its arguments, runs one command, prints
 * its answer in the wanted format, and ends with an exit code. Commands are in {@code .command},
 * formats in {@code .output}, options and configuration in {@code .settings}; this package ties
 * them to the process: streams, signals, exit.
 */
@NullMarked
package dev.cleveragents.cli;

import org.jspecify.annotations.NullMarked;
