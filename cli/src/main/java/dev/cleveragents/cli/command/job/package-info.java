/** {@code agents job} and {@code agents worker}. */
@NullMarked
package dev.cleveragents.cli.command.job;

import org.jspecify.annotations.NullMarked;
