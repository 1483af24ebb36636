package dev.cleveragents.cli.rules.exhibit.store;

import dev.cleveragents.cli.rules.exhibit.exec.a.Here;

/** Two modules that stand side by side know nothing of each other. */
public final class LooksAside {
  Here here = new Here();
}
