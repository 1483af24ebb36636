/** {@code agents run} and {@code agents plan}. */
@NullMarked
package dev.cleveragents.cli.command.plan;

import org.jspecify.annotations.NullMarked;
