package dev.cleveragents.context.token;

/**
 * Guesses how many tokens a text has by its words, numbers and signs, in a small part of the time
 * that counting takes: for what is looked at and may never be shown. Nothing relies on it where the
 * budget is kept.
 */
final class RoughCount {

  /** The length up to which a word is mostly one token. */
  private static final int WORD = 9;

  private static final int MORE_LETTERS = 4;
  private static final int DIGITS = 3;
  private static final int SIGNS = 3;

  private enum Kind {
    LOWER,
    UPPER,
    DIGIT,
    BLANK,
    SIGN,
    OTHER
  }

  private RoughCount() {}

  static int of(String text) {
    int tokens = 0;
    int start = 0;
    while (start < text.length()) {
      Kind kind = kind(text.charAt(start));
      int end = end(text, start, kind);
      tokens += tokens(kind, end - start, end == text.length() || text.charAt(start) == '\n');
      start = end;
    }
    return tokens;
  }

  /** Where what begins here ends; a capital takes the small letters after it along. */
  private static int end(String text, int start, Kind kind) {
    int end = start + 1;
    while (end < text.length() && kind(text.charAt(end)) == kind) {
      end++;
    }
    if (kind == Kind.UPPER && end == start + 1) {
      while (end < text.length() && kind(text.charAt(end)) == Kind.LOWER) {
        end++;
      }
    }
    return end;
  }

  /** A single blank belongs to the word after it. */
  private static int tokens(Kind kind, int length, boolean alone) {
    return switch (kind) {
      case LOWER, UPPER -> 1 + Math.ceilDiv(Math.max(0, length - WORD), MORE_LETTERS);
      case DIGIT -> Math.ceilDiv(length, DIGITS);
      case SIGN -> Math.ceilDiv(length, SIGNS);
      case BLANK -> length > 1 || alone ? 1 : 0;
      case OTHER -> length;
    };
  }

  private static Kind kind(char letter) {
    if (letter >= 'a' && letter <= 'z') {
      return Kind.LOWER;
    }
    if (letter >= 'A' && letter <= 'Z') {
      return Kind.UPPER;
    }
    if (letter >= '0' && letter <= '9') {
      return Kind.DIGIT;
    }
    if (letter <= ' ') {
      return Kind.BLANK;
    }
    if (letter < 0x80) {
      return Kind.SIGN;
    }
    return letter < 0x250 ? Kind.LOWER : Kind.OTHER;
  }
}
