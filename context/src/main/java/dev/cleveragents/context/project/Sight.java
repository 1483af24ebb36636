package dev.cleveragents.context.project;

import java.util.Map;
import java.util.Optional;

/**
 * Which state of a project is looked at.
 *
 * @param revision the commit or tree; nothing for what was indexed last
 * @param changed what is different from it, as in a plan's private copy: a file's new bytes, or
 *     nothing for one that is gone
 */
public record Sight(Optional<String> revision, Map<String, Optional<byte[]>> changed) {

  /** What was indexed last. */
  public static final Sight NEWEST = new Sight(Optional.empty(), Map.of());

  /** Takes a copy. */
  public Sight {
    changed = Map.copyOf(changed);
  }

  /** A commit or tree as it is. */
  public static Sight of(String revision) {
    return new Sight(Optional.of(revision), Map.of());
  }
}
