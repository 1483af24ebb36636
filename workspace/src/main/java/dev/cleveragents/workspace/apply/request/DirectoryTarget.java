package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.resource.Resource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A directory without git.
 *
 * @param changes what becomes of its files, at most one change for a path
 * @param contents the bytes of every state after a change, by their hash
 */
public record DirectoryTarget(
    Resource resource, List<Change> changes, Function<String, Optional<byte[]>> contents)
    implements ApplyTarget {

  public DirectoryTarget {
    changes = List.copyOf(changes);
  }
}
