/** {@code agents init}, {@code agents project} and {@code agents resource}. */
@NullMarked
package dev.cleveragents.cli.command.project;

import org.jspecify.annotations.NullMarked;
