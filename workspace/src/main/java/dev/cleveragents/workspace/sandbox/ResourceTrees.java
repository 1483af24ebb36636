package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * The files of all sandboxes of a plan at one moment.
 *
 * @param all one tree per resource, in the order of the plan's resources; never empty
 */
public record ResourceTrees(List<Part> all) {

  /** The files of one resource. */
  public record Part(String resource, Tree tree) {}

  public ResourceTrees {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("A plan has at least one resource");
    }
  }

  /** These trees, by the names of their resources. */
  public static ResourceTrees of(SequencedMap<String, String> treeByResource) {
    return new ResourceTrees(
        treeByResource.entrySet().stream()
            .map(entry -> new Part(entry.getKey(), new Tree(entry.getValue())))
            .toList());
  }

  /** The key of the checks; see {@link Tree#together}. */
  public String id() {
    return Tree.together(all.stream().map(Part::tree).toList()).id();
  }

  /** By resource. */
  Map<String, Tree> byResource() {
    return all.stream().collect(Collectors.toMap(Part::resource, Part::tree));
  }
}
