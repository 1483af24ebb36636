package dev.cleveragents.context;

import java.util.List;

/**
 * A fragment in an answer, with why it is there.
 *
 * <p>Its text is a header line and a body. The header begins with {@code =} and ends with a digit,
 * the body begins with no blank line and ends with one line feed: so no token of a tokenizer that
 * splits at line ends reaches from one into the other or into the next text, and the tokens of an
 * answer are the sum of those of its texts, exactly.
 *
 * @param fragment what is shown
 * @param score why it counts
 * @param votes the strategies that found it
 * @param tokens how many tokens {@link #text} has
 */
public record Included(ContextFragment fragment, Score score, List<Vote> votes, int tokens) {

  /** Takes a copy. */
  public Included {
    votes = List.copyOf(votes);
  }

  /** The fragment as it is sent: where it is from, then its lines. */
  public String text() {
    return header(fragment) + body(fragment);
  }

  /** The line that says where a fragment is from. */
  public static String header(ContextFragment fragment) {
    String where = "=== %s, lines %s".formatted(fragment.node(), fragment.lines());
    String depth = fragment.depth().equals(Depth.FULL) ? "" : ", depth " + fragment.depth().level();
    return oneLine(where + depth) + "\n";
  }

  /** The content without blank lines before and after it; empty if nothing is left. */
  public static String body(ContextFragment fragment) {
    String content = fragment.content().stripTrailing();
    int start = 0;
    for (int i = 0; i < content.length() && isBlank(content.charAt(i)); i++) {
      if (content.charAt(i) == '\n' || content.charAt(i) == '\r') {
        start = i + 1;
      }
    }
    return content.isEmpty() ? "" : content.substring(start) + "\n";
  }

  private static boolean isBlank(char letter) {
    return Character.isWhitespace(letter) || Character.isSpaceChar(letter);
  }

  /** A file's name may have anything in it. */
  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? '?' : c)
        .forEach(line::appendCodePoint);
    return line.toString();
  }
}
