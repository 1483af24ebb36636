package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.Name;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which a command runs.
 *
 * @param resource null for the first one of the plan
 * @param folder relative to the top of the resource, with {@code /} between its parts; empty for
 *     the top itself
 */
public record WorkPlace(@Nullable Name resource, String folder) {

  /** The top of the first resource. */
  public static final WorkPlace TOP = new WorkPlace(null, "");

  /** Whether it is the top of the first resource. */
  public boolean isTop() {
    return equals(TOP);
  }
}
