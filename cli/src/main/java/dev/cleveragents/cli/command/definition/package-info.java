/**
 * The definitions that plans use: {@code agents action}, {@code actor}, {@code validation}, {@code
 * profile} and their schemas.
 */
@NullMarked
package dev.cleveragents.cli.command.definition;

import org.jspecify.annotations.NullMarked;
