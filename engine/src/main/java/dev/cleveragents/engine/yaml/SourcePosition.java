package dev.cleveragents.engine.yaml;

/** A position in a document; lines and columns count from 1. */
public record SourcePosition(int line, int column) implements Comparable<SourcePosition> {

  /** The start of a document; also used for problems of the whole document. */
  public static final SourcePosition START = new SourcePosition(1, 1);

  @Override
  public int compareTo(SourcePosition other) {
    return line == other.line
        ? Integer.compare(column, other.column)
        : Integer.compare(line, other.line);
  }
}
