/**
 * What a command answers and how it is printed: an {@link dev.cleveragents.cli.output.Outcome} goes
 * in, text for standard output and standard error comes out, one renderer per format. Nothing here
 * prints by itself, so a new command needs no code here.
 */
@NullMarked
package dev.cleveragents.cli.output;

import org.jspecify.annotations.NullMarked;
