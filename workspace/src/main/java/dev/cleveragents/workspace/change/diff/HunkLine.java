package dev.cleveragents.workspace.change.diff;

import java.nio.charset.StandardCharsets;

/**
 * A line of a hunk.
 *
 * @param raw its bytes, one per character, with the line feed if it has one
 */
public record HunkLine(Kind kind, String raw) {

  /** Which of the two files it is in. */
  public enum Kind {
    /** In both. */
    KEPT(' '),
    /** In the old one only. */
    REMOVED('-'),
    /** In the new one only. */
    ADDED('+');

    private final char sign;

    Kind(char sign) {
      this.sign = sign;
    }

    /** The character before it in a diff. */
    public char sign() {
      return sign;
    }
  }

  /** Without its line feed, for people; bytes that are no UTF-8 are replaced. */
  public String text() {
    String line = endsWithLineFeed() ? raw.substring(0, raw.length() - 1) : raw;
    return new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** False for the last line of a file that does not end with a line feed. */
  public boolean endsWithLineFeed() {
    return raw.endsWith("\n");
  }
}
