package dev.cleveragents.cli.rules.exhibit.kernel.cancel;

import dev.cleveragents.cli.rules.exhibit.kernel.job.Thing;

/** A kernel package uses one above it. */
public final class LooksUp {
  Thing thing = new Thing();
}
