package dev.cleveragents.engine.sandbox;

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

  @Override
  public String toString() {
    return id;
  }
}
