/**
 * The settings of a command: the environment of the process, the global options and the
 * configuration file, and the values that result, each with its source.
 */
@NullMarked
package dev.cleveragents.cli.settings;

import org.jspecify.annotations.NullMarked;
