package dev.cleveragents.engine.yaml;

/** Where in a document something stands; both count from 1. */
public record Place(int line, int column) implements Comparable<Place> {

  /** The beginning of a document, also for what concerns all of it. */
  public static final Place START = new Place(1, 1);

  @Override
  public int compareTo(Place other) {
    return line == other.line
        ? Integer.compare(column, other.column)
        : Integer.compare(line, other.line);
  }
}
