/** What agents get to see: {@code agents context} and {@code agents index}. */
@NullMarked
package dev.cleveragents.cli.command.context;

import org.jspecify.annotations.NullMarked;
