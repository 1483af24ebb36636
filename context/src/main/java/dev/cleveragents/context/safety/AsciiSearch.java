package dev.cleveragents.context.safety;

import java.util.List;

/**
 * Finds words whatever their case, in ASCII only, as a pattern without Unicode's cases does, but
 * without trying each of its alternatives at each place: every file is looked through.
 */
final class AsciiSearch {

  private AsciiSearch() {}

  /** Whether a word, which is of small letters only, is at this place of a text. */
  static boolean areAt(String text, int place, String word) {
    if (place < 0 || place + word.length() > text.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if ((text.charAt(place + i) | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether one of these words, which are of small letters only, is anywhere in a text. */
  static boolean areIn(String text, List<String> words) {
    for (String word : words) {
      char small = word.charAt(0);
      char capital = (char) (small & ~0x20);
      for (int i = 0; i <= text.length() - word.length(); i++) {
        char c = text.charAt(i);
        if ((c == small || c == capital) && areAt(text, i, word)) {
          return true;
        }
      }
    }
    return false;
  }
}
