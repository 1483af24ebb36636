/**
 * The answers of commands and their formats: one renderer per format turns an {@link
 * dev.cleveragents.cli.output.Outcome} into text for standard output and standard error. Nothing
 * here prints, and a new command needs no code here.
 */
@NullMarked
package dev.cleveragents.cli.output;

import org.jspecify.annotations.NullMarked;
