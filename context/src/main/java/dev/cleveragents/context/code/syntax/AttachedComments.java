package dev.cleveragents.context.code.syntax;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the comments and annotations that belong to a definition: those that end on the line right
 * above it and have their lines to themselves, and so on upwards. Lines decide, not where a grammar
 * hangs a comment.
 */
final class AttachedComments {

  private final SyntaxTree tree;
  private final SourcePositions positions;
  private final Map<Integer, Integer> byLastLine = new HashMap<>();
  private final Map<Integer, Boolean> isComment = new HashMap<>();

  AttachedComments(SyntaxTree tree, NodeRoles table, SourcePositions positions) {
    this.tree = tree;
    this.positions = positions;
    for (int node = 0; node < tree.size(); node++) {
      boolean comment = table.is(tree.type(node), NodeRole.COMMENT);
      boolean annotation = table.is(tree.type(node), NodeRole.ANNOTATION);
      if ((comment || annotation) && positions.hasItsLines(tree.start(node), tree.end(node))) {
        byLastLine.put(positions.lastLine(tree.start(node), tree.end(node)), node);
        isComment.put(node, comment);
      }
    }
  }

  /**
   * What is above a definition.
   *
   * @param firstLine the first line of it all
   * @param comments the texts of the comments, in order
   */
  record Above(int firstLine, List<String> comments) {}

  /** What belongs to a definition that begins at this byte: nothing if its line begins before. */
  Above above(int start) {
    int from = positions.line(start);
    if (!positions.beginsLine(start)) {
      return new Above(from, List.of());
    }
    Deque<String> comments = new ArrayDeque<>();
    Integer node = byLastLine.get(from - 1);
    while (node != null) {
      if (isComment.getOrDefault(node, false)) {
        boolean block = tree.text(node).startsWith("/*");
        if (!block || comments.isEmpty()) {
          comments.addFirst(tree.text(node));
        }
      }
      from = positions.line(tree.start(node));
      node = byLastLine.get(from - 1);
    }
    return new Above(from, List.copyOf(comments));
  }
}
