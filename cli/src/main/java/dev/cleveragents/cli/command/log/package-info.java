/** The audit log: {@code agents audit} and {@code agents events}. */
@NullMarked
package dev.cleveragents.cli.command.log;

import org.jspecify.annotations.NullMarked;
