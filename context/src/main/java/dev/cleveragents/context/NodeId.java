package dev.cleveragents.context;

/**
 * Something in a project that can be shown: a file, or a symbol in it.
 *
 * @param path the file, relative to its resource, with forward slashes
 * @param symbol the qualified name of a definition in the file, or empty for the file itself
 */
public record NodeId(String path, String symbol) implements Comparable<NodeId> {

  /** Checks that there is a path. */
  public NodeId {
    if (path.isEmpty()) {
      throw new IllegalArgumentException("A node needs a path");
    }
  }

  /** The file itself. */
  public static NodeId file(String path) {
    return new NodeId(path, "");
  }

  /** Whether this is a whole file. */
  public boolean isFile() {
    return symbol.isEmpty();
  }

  @Override
  public int compareTo(NodeId other) {
    int byPath = path.compareTo(other.path);
    return byPath != 0 ? byPath : symbol.compareTo(other.symbol);
  }

  @Override
  public String toString() {
    return isFile() ? path : path + "#" + symbol;
  }
}
