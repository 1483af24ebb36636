/** The context of agents: {@code agents context}, {@code index} and {@code breaker}. */
@NullMarked
package dev.cleveragents.cli.command.context;

import org.jspecify.annotations.NullMarked;
