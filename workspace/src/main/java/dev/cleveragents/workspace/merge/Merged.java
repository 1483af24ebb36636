package dev.cleveragents.workspace.merge;

import java.util.List;

/**
 * The result of a merge.
 *
 * @param base the tree before all children
 * @param results what was merged, by position
 * @param tree the merged tree; at the path of an open conflict it holds the version of the base
 * @param conflicts the open conflicts, by path
 * @param overridden the conflicts in which {@link MergeStrategy#LAST_WINS} took the last side
 */
public record Merged(
    String base,
    List<ChildResult> results,
    String tree,
    List<Conflict> conflicts,
    List<Conflict> overridden,
    Provenance provenance) {

  public Merged {
    results = List.copyOf(results);
    conflicts = List.copyOf(conflicts);
    overridden = List.copyOf(overridden);
  }

  /** Whether no conflict is open. */
  public boolean isComplete() {
    return conflicts.isEmpty();
  }
}
