package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.workspace.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All tracked and all new unignored files of a sandbox at one moment: names, modes and contents.
 *
 * @param id git's hash of it; equal trees have equal ids
 */
public record Tree(String id) {

  public Tree {
    if (!id.matches("[0-9a-f]{40}|[0-9a-f]{64}")) {
      throw new IllegalArgumentException("No id of a tree: " + id);
    }
  }

  /** Several sandboxes' trees as one; of a single one it is that. */
  public static Tree together(List<Tree> trees) {
    if (trees.size() == 1) {
      return trees.getFirst();
    }
    String ids = trees.stream().map(Tree::id).collect(Collectors.joining(" "));
    return new Tree(Sha256.of(ids.getBytes(StandardCharsets.US_ASCII)));
  }

  @Override
  public String toString() {
    return id;
  }
}
