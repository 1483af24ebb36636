package dev.cleveragents.workspace.merge;

import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which children made each path of a merged tree that differs from the base.
 *
 * @param paths the steps that led from the base to the merged tree, by path
 */
public record Provenance(NavigableMap<String, List<Step>> paths) {

  /**
   * One change of a path.
   *
   * @param children who made it; several if they made the same change, none if contents were given
   *     to resolve a conflict
   * @param version what they left there
   */
  public record Step(List<String> children, FileVersion version) {

    public Step {
      children = List.copyOf(children);
    }
  }

  public Provenance {
    NavigableMap<String, List<Step>> copy = new TreeMap<>();
    paths.forEach((path, steps) -> copy.put(path, List.copyOf(steps)));
    paths = Collections.unmodifiableNavigableMap(copy);
  }

  /** The children that changed a path, in the order of the merge. */
  public List<String> of(String path) {
    return paths.getOrDefault(path, List.of()).stream()
        .flatMap(step -> step.children().stream())
        .distinct()
        .toList();
  }
}
