/**
 * Validations of a plan: commands that check its result and may change nothing. A check that
 * changes a file fails, and {@link dev.cleveragents.engine.check.CheckRunner} restores the file.
 */
@NullMarked
package dev.cleveragents.engine.check;

import org.jspecify.annotations.NullMarked;
