package dev.cleveragents.context.safety;

import org.jspecify.annotations.Nullable;

/**
 * A word of a shell, of YAML or of SQL that is put together of several parts, such as {@code
 * 'it''s'}, {@code 'a'"b"} or {@code ab\'c}.
 *
 * @param value the text without quotes
 * @param start where the value begins, without quotes if one pair is around all of it
 * @param end where it ends
 */
record QuotedWord(String value, int start, int end) {

  private static final int LONGEST = 2_000;
  private static final int LONGEST_BARE = 100;

  /** With what a part without quotes may begin; other signs belong to a program around it. */
  private static final String FIRST = "_!@#%^*-~$";

  private static final String FURTHER = FIRST + ".:/=?+";

  /** Letters that belong to the quotes of a program: {@code f"…"}. */
  private static final String PREFIXES = "fFrRbBuUL";

  /** The word that begins at a place; null if there is none, or it has only one part. */
  static @Nullable QuotedWord at(String text, int start) {
    StringBuilder value = new StringBuilder();
    int limit = Math.min(text.length(), start + LONGEST);
    int parts = 0;
    int at = start;
    for (int end = partEnd(text, at, limit); end > at; end = partEnd(text, at, limit)) {
      if (parts == 1 && isPrefix(text, start, at)) {
        return null;
      }
      if (end - at == LONGEST_BARE && isBare(text.charAt(end - 1), FURTHER)) {
        return null;
      }
      append(value, text, at, end);
      // A '$' before quotes is a part for itself.
      parts += text.charAt(at) == '$' && isQuote(text.charAt(end - 1)) ? 2 : 1;
      at = end;
    }
    if (parts < 2) {
      return null;
    }
    boolean inOnePair = isQuote(text.charAt(start)) && text.charAt(at - 1) == text.charAt(start);
    return new QuotedWord(value.toString(), inOnePair ? start + 1 : start, inOnePair ? at - 1 : at);
  }

  /** Where the part that begins at a place ends; the same place if none begins there. */
  private static int partEnd(String text, int at, int limit) {
    if (at >= limit) {
      return at;
    }
    char c = text.charAt(at);
    char next = at + 1 < limit ? text.charAt(at + 1) : ' ';
    if (isQuote(c)) {
      return closing(text, at, limit, c == '"');
    }
    if (c == '$' && next == '\'') {
      return Math.max(at, closing(text, at + 1, limit, true));
    }
    if (c == '\\') {
      return next == '\'' ? at + 2 : at;
    }
    int end = at;
    int last = Math.min(limit, at + LONGEST_BARE);
    while (end < last && isBare(text.charAt(end), end == at ? FIRST : FURTHER)) {
      end++;
    }
    return end;
  }

  private static int closing(String text, int quote, int limit, boolean escapes) {
    for (int at = quote + 1; at < limit && text.charAt(at) != '\n'; at++) {
      if (text.charAt(at) == text.charAt(quote)) {
        return at + 1;
      }
      if (escapes && text.charAt(at) == '\\') {
        at++;
      }
    }
    return quote;
  }

  private static void append(StringBuilder value, String text, int start, int end) {
    int from = text.charAt(start) == '$' && isQuote(text.charAt(end - 1)) ? start + 1 : start;
    boolean quoted = isQuote(text.charAt(from));
    for (int at = quoted ? from + 1 : from; at < (quoted ? end - 1 : end); at++) {
      if (text.charAt(at) != '\\') {
        value.append(text.charAt(at));
      }
    }
  }

  private static boolean isPrefix(String text, int start, int end) {
    if (end - start > 2) {
      return false;
    }
    for (int at = start; at < end; at++) {
      if (PREFIXES.indexOf(text.charAt(at)) < 0) {
        return false;
      }
    }
    return end < text.length() && isQuote(text.charAt(end));
  }

  private static boolean isBare(char c, String signs) {
    return Character.isLetterOrDigit(c) || signs.indexOf(c) >= 0;
  }

  private static boolean isQuote(char c) {
    return c == '\'' || c == '"';
  }
}
