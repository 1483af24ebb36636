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
public record ProjectState(Optional<String> revision, Map<String, Optional<byte[]>> changed) {

  /** What was indexed last. */
  public static final ProjectState NEWEST = new ProjectState(Optional.empty(), Map.of());

  /** Takes a copy. */
  public ProjectState {
    changed = Map.copyOf(changed);
  }

  /** A commit or tree as it is. */
  public static ProjectState of(String revision) {
    return new ProjectState(Optional.of(revision), Map.of());
  }
}
