package dev.cleveragents.context.token;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text within runs of letters, of white space or of signs that are longer than any word. A
 * tokenizer takes each run for one word, in a time that grows faster than its length: for ten
 * million equal letters more than half a minute. A text without such runs stays whole.
 */
final class LongRuns {

  /** So long a run is cut; the pieces have about as many tokens as the whole. */
  static final int LONGEST = 2_000;

  private enum Kind {
    LETTER,
    SPACE,
    DIGIT,
    SIGN
  }

  private LongRuns() {}

  /** The pieces of a text, which are the text if they are put together. */
  static List<String> cut(String text) {
    List<String> pieces = new ArrayList<>();
    Kind kind = Kind.DIGIT;
    int run = 0;
    int done = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (Character.isLowSurrogate(c)) {
        run++;
        continue;
      }
      Kind now = kind(c);
      run = now == kind ? run + 1 : 1;
      kind = now;
      if (run > LONGEST && now != Kind.DIGIT) {
        pieces.add(text.substring(done, at));
        done = at;
        run = 1;
      }
    }
    pieces.add(text.substring(done));
    return pieces;
  }

  private static Kind kind(char c) {
    if (Character.isWhitespace(c)) {
      return Kind.SPACE;
    }
    if (Character.isLetter(c) || Character.isHighSurrogate(c)) {
      return Kind.LETTER;
    }
    // A tokenizer cuts numbers by itself.
    return Character.isDigit(c) ? Kind.DIGIT : Kind.SIGN;
  }
}
