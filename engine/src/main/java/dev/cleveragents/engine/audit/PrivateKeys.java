package dev.cleveragents.engine.audit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Private keys between their lines of dashes; where the end is cut off, as far as it looks like a
 * key. By hand, because a pattern would look for the end from every beginning anew.
 */
final class PrivateKeys {

  private static final Pattern BEGIN = line("BEGIN");
  private static final Pattern END = line("END");

  private PrivateKeys() {}

  static String replaceAll(String text) {
    Matcher begin = BEGIN.matcher(text);
    if (!begin.find()) {
      return text;
    }
    Matcher end = END.matcher(text);
    boolean hasEnd = true;
    StringBuilder safe = new StringBuilder();
    int done = 0;
    do {
      safe.append(text, done, begin.start()).append(Redactor.marker("private-key"));
      hasEnd = hasEnd && end.find(begin.end());
      done = hasEnd ? end.end() : bodyEnd(text, begin.end());
    } while (begin.find(done));
    return safe.append(text, done, text.length()).toString();
  }

  private static int bodyEnd(String text, int from) {
    int at = from;
    while (at < text.length() && isOfKey(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isOfKey(char c) {
    return (c < 128 && Character.isLetterOrDigit(c))
        || Character.isWhitespace(c)
        || "+/=\\:,".indexOf(c) >= 0;
  }

  private static Pattern line(String word) {
    return Pattern.compile("-----" + word + " (?:[A-Z0-9]{2,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----");
  }
}
