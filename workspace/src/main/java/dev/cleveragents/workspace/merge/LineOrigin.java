package dev.cleveragents.workspace.merge;

import java.util.List;

/**
 * A line of a merged file and where it comes from.
 *
 * @param text without its line feed
 * @param inBase whether the base has the line
 * @param children who wrote it; empty if the base has it, or contents were given to resolve a
 *     conflict
 */
public record LineOrigin(String text, boolean inBase, List<String> children) {

  public LineOrigin {
    children = List.copyOf(children);
  }
}
