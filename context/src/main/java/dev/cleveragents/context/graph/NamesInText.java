package dev.cleveragents.context.graph;

import dev.cleveragents.context.LineRange;
import java.util.HashSet;
import java.util.Set;

/**
 * The words in some lines of a text that may be names: a letter, underscore or dollar, then those
 * and digits. A pattern would say the same; walks read so much that its time was felt.
 */
final class NamesInText {

  private NamesInText() {}

  static Set<String> of(String text, LineRange lines) {
    Set<String> names = new HashSet<>();
    int end = after(text, lines.last());
    int at = after(text, lines.first() - 1);
    while (at < end) {
      int from = at;
      if (isStart(text.charAt(at))) {
        while (at < end && isPart(text.charAt(at))) {
          at++;
        }
        names.add(text.substring(from, at));
      } else {
        at++;
      }
    }
    return names;
  }

  /** The index of the first character after that number of lines. */
  private static int after(String text, int lines) {
    int at = 0;
    for (int i = 0; i < lines && at < text.length(); i++) {
      int feed = text.indexOf('\n', at);
      at = feed < 0 ? text.length() : feed + 1;
    }
    return at;
  }

  private static boolean isStart(char letter) {
    return letter < 0x80
        ? (letter >= 'a' && letter <= 'z')
            || (letter >= 'A' && letter <= 'Z')
            || letter == '_'
            || letter == '$'
        : Character.isLetter(letter) || Character.isSurrogate(letter);
  }

  private static boolean isPart(char letter) {
    return isStart(letter)
        || (letter < 0x80
            ? letter >= '0' && letter <= '9'
            : Character.isDigit(letter)
                || Character.getType(letter) == Character.LETTER_NUMBER
                || Character.getType(letter) == Character.OTHER_NUMBER);
  }
}
