/**
 * Validations of a plan: commands that check its result and may change nothing. A check that
 * changes a file fails, and {@link dev.cleveragents.engine.check.CheckRunner} restores the file.
 * {@link dev.cleveragents.engine.check.ValidationRows} stores each result with the hash of the
 * files that it is about, so that it proves nothing about others.
 */
@NullMarked
package dev.cleveragents.engine.check;

import org.jspecify.annotations.NullMarked;
