package dev.cleveragents.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Breaks lines that are too long for the terminal between words. What users copy stays whole: a
 * word longer than the line, such as a path, a command in quotes, and a command after a colon. Text
 * without spaces between words, such as Chinese, breaks between its wide characters.
 */
public final class WordWrap {

  /** Stands for no limit: the output is not a terminal. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** A line is never narrower, however narrow the terminal is. */
  private static final int LEAST = 20;

  /** What is not broken, or a run of spaces, or a word. */
  private static final Pattern PIECE =
      Pattern.compile(
          "[(]?'(?:agents|git|cd) [^'\n]*'[.,;:)]*|(?<=: {1,2})agents .*$|[ \t]+|[^ \t]+");

  private WordWrap() {}

  /**
   * The text as lines of at most that many columns; each line of it that is broken continues with
   * this indentation beyond its own.
   *
   * @param columns of the terminal, or {@link #UNLIMITED}
   */
  public static List<String> lines(String text, int columns, int indent) {
    List<String> all = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      all.addAll(broken(line, columns, indent));
    }
    return all;
  }

  private static List<String> broken(String line, int columns, int indent) {
    if (columns == UNLIMITED || DisplayWidth.of(line) <= columns) {
      return List.of(line);
    }
    int own = line.length() - line.stripLeading().length();
    String lead = " ".repeat(Math.min(own + indent, Math.max(0, columns - LEAST)));
    List<String> lines = new ArrayList<>();
    StringBuilder now = new StringBuilder(line.substring(0, own));
    String gap = "";
    boolean begun = false;
    for (String piece : pieces(line.substring(own), columns - lead.length())) {
      if (piece.isBlank()) {
        gap = piece;
        continue;
      }
      if (begun && DisplayWidth.of(now + gap + piece) > columns) {
        lines.add(now.toString());
        now = new StringBuilder(lead).append(piece);
      } else {
        now.append(gap).append(piece);
      }
      gap = "";
      begun = true;
    }
    lines.add(now.toString());
    return lines;
  }

  private static List<String> pieces(String line, int room) {
    List<String> pieces = new ArrayList<>();
    Matcher matcher = PIECE.matcher(line);
    while (matcher.find()) {
      String piece = matcher.group();
      if (DisplayWidth.of(piece) > room && hasWide(piece)) {
        piece.codePoints().mapToObj(Character::toString).forEach(pieces::add);
      } else {
        pieces.add(piece);
      }
    }
    return pieces;
  }

  private static boolean hasWide(String word) {
    return word.codePoints().anyMatch(Character::isIdeographic)
        || DisplayWidth.of(word) > word.codePointCount(0, word.length());
  }
}
