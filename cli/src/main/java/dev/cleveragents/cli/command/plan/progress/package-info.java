/** Progress of a plan on the terminal while it runs. */
@NullMarked
package dev.cleveragents.cli.command.plan.progress;

import org.jspecify.annotations.NullMarked;
