package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.NodeId;
import java.util.Collection;

/** How near a node is to others in a project's tree of folders, 0 to 1. */
final class FolderDistance {

  private FolderDistance() {}

  /** The nearest of them; 0 if there are none. */
  static double toAny(Collection<NodeId> others, NodeId node) {
    return others.stream().mapToDouble(other -> between(node, other)).max().orElse(0);
  }

  /** 1 in one file; otherwise the part of the folders that the two paths have in common. */
  static double between(NodeId one, NodeId other) {
    if (one.path().equals(other.path())) {
      return 1;
    }
    String[] a = one.path().split("/", -1);
    String[] b = other.path().split("/", -1);
    int common = 0;
    while (common < Math.min(a.length, b.length) - 1 && a[common].equals(b[common])) {
      common++;
    }
    return (double) common / Math.max(a.length, b.length);
  }

  /** Whether it is called by one of these names: its own, its qualified one, its file's. */
  static boolean isNamed(Collection<String> names, NodeId node) {
    String file = node.path().substring(node.path().lastIndexOf('/') + 1);
    String stem = file.contains(".") ? file.substring(0, file.indexOf('.')) : file;
    String own = node.symbol().substring(node.symbol().lastIndexOf('.') + 1);
    return names.stream()
        .anyMatch(
            name ->
                !name.isEmpty()
                    && (name.equalsIgnoreCase(own)
                        || name.equalsIgnoreCase(node.symbol())
                        || name.equalsIgnoreCase(stem)
                        || name.equalsIgnoreCase(file)
                        || name.equalsIgnoreCase(node.path())));
  }
}
