package dev.cleveragents.cli.rules.exhibit.cli;

import dev.cleveragents.cli.rules.exhibit.kernel.job.Thing;

/** The highest module uses the lowest, which is fine. */
public final class LooksDown {
  Thing thing = new Thing();
}
