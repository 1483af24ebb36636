package dev.cleveragents.cli.rules.exhibit.kernel;

import dev.cleveragents.cli.rules.exhibit.cli.Main;

/** The lowest module uses the highest. */
public final class LooksUp {
  Main main = new Main();
}
