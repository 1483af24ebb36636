/** {@code agents sandbox}. */
@NullMarked
package dev.cleveragents.cli.command.sandbox;

import org.jspecify.annotations.NullMarked;
