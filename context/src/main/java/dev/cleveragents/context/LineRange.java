package dev.cleveragents.context;

/** Lines of a file, counted from 1, both ends included. */
public record LineRange(int first, int last) {

  /** Checks that it is a range. */
  public LineRange {
    if (first < 1 || last < first) {
      throw new IllegalArgumentException("No range of lines: " + first + " to " + last);
    }
  }

  /** How many lines it has. */
  public int length() {
    return last - first + 1;
  }

  /** Whether the two share a line. */
  public boolean overlaps(LineRange other) {
    return first <= other.last && other.first <= last;
  }

  /** Whether every line of the other is in this one. */
  public boolean contains(LineRange other) {
    return first <= other.first && other.last <= last;
  }

  /** The smallest range that has both in it. */
  public LineRange spanning(LineRange other) {
    return new LineRange(Math.min(first, other.first), Math.max(last, other.last));
  }

  @Override
  public String toString() {
    return first == last ? Integer.toString(first) : first + "-" + last;
  }
}
