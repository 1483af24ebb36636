package dev.cleveragents.cli.rules.exhibit.exec.a;

import dev.cleveragents.cli.rules.exhibit.exec.b.There;
import org.jspecify.annotations.Nullable;

/** Half of a cycle of packages. */
public final class Here {
  @Nullable There there;
}
