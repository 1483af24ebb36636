package dev.cleveragents.cli.rules.exhibit.exec.b;

import dev.cleveragents.cli.rules.exhibit.exec.a.Here;
import org.jspecify.annotations.Nullable;

/** The other half. */
public final class There {
  @Nullable Here here;
}
