package dev.cleveragents.context;

import java.util.Locale;
import java.util.Map;

/**
 * How much of a node is shown, 0 to 9. The named levels are those that a parse can be rendered at;
 * a level between two of them is rendered at the one below it.
 */
public record Depth(int level) implements Comparable<Depth> {

  /** The names of what is in a file, or a document's title. */
  public static final Depth LISTING = new Depth(0);

  /** The members of each type, or a document's headings. */
  public static final Depth MEMBERS = new Depth(2);

  /** The members, each with the first sentence of what is said about it. */
  public static final Depth SUMMARIES = new Depth(3);

  /** The signatures, or the beginnings of a document's sections. */
  public static final Depth SIGNATURES = new Depth(4);

  /** The signatures with comments, and the shape of the bodies. */
  public static final Depth OUTLINE = new Depth(6);

  /** Everything. */
  public static final Depth FULL = new Depth(9);

  private static final Map<String, Depth> NAMED =
      Map.of(
          "listing", LISTING,
          "members", MEMBERS,
          "summaries", SUMMARIES,
          "signatures", SIGNATURES,
          "outline", OUTLINE,
          "full", FULL);

  /** Checks that it is 0 to 9. */
  public Depth {
    if (level < 0 || level > 9) {
      throw new IllegalArgumentException("A depth is 0 to 9, not " + level);
    }
  }

  /**
   * Reads a digit or one of the names listing, members, summaries, signatures, outline, full.
   *
   * @throws IllegalArgumentException that says what is allowed, for anything else
   */
  public static Depth parse(String text) {
    Depth named = NAMED.get(text.toLowerCase(Locale.ROOT));
    if (named != null) {
      return named;
    }
    if (text.matches("[0-9]")) {
      return new Depth(text.charAt(0) - '0');
    }
    throw new IllegalArgumentException(
        "'%s' is no depth: say 0 to 9, or listing, members, summaries, signatures, outline, full"
            .formatted(text));
  }

  @Override
  public int compareTo(Depth other) {
    return Integer.compare(level, other.level);
  }

  @Override
  public String toString() {
    return Integer.toString(level);
  }
}
