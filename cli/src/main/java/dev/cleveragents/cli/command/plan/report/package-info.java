/** The commands that show a plan. They change nothing. */
@NullMarked
package dev.cleveragents.cli.command.plan.report;

import org.jspecify.annotations.NullMarked;
