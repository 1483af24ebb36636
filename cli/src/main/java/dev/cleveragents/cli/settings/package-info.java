/**
 * What a command line is told before it starts: the surroundings of the process, the global
 * options, the configuration file, and what follows from them, each value with where it came from.
 */
@NullMarked
package dev.cleveragents.cli.settings;

import org.jspecify.annotations.NullMarked;
