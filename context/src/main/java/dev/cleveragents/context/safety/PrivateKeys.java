package dev.cleveragents.context.safety;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Private keys between their lines of dashes; where the end is cut off, as far as it looks like a
 * key. By hand, because a pattern would search for the end again from every beginning.
 */
final class PrivateKeys {

  private static final Pattern BEGIN = line("BEGIN");
  private static final Pattern END = line("END");

  /** So long a run is no word of a program that writes about keys. */
  private static final Pattern OF_A_KEY = Pattern.compile("[A-Za-z0-9+/=]{24,}+");

  /** A line of nothing but a run, perhaps in quotes and with what joins lines of a program. */
  private static final Pattern BODY =
      Pattern.compile("([^A-Za-z0-9+/=\\n]*+)[A-Za-z0-9+/=]++((?:\\\\[nr]|[^A-Za-z0-9\\n])*+)");

  /** The lines of a PuTTY key between two that stay. */
  private static final Pattern PUTTY =
      Pattern.compile(
          "(?<=Private-Lines: \\d{1,3}\\r?\\n)(?:[A-Za-z0-9+/=]{1,100}\\r?\\n){1,200}+");

  private PrivateKeys() {}

  /** Every key with its lines of dashes is one mark. */
  static String asOneMark(String text) {
    return replaceAll(text, false);
  }

  /** The lines of dashes stay, and so does every line's end; what is between them goes. */
  static String lineByLine(String text) {
    return replaceAll(text, true);
  }

  private static String replaceAll(String original, boolean byLine) {
    String text =
        original.contains("Private-Lines: ")
            ? PUTTY.matcher(original).replaceAll(it -> Matcher.quoteReplacement(body(it.group())))
            : original;
    Matcher begin = BEGIN.matcher(text);
    if (!begin.find()) {
      return text;
    }
    Matcher end = END.matcher(text);
    boolean hasEnd = true;
    StringBuilder safe = new StringBuilder();
    int done = 0;
    do {
      safe.append(text, done, byLine ? begin.end() : begin.start());
      hasEnd = hasEnd && end.find(begin.end());
      int bodyEnd = hasEnd ? end.start() : bodyEnd(text, begin.end());
      safe.append(
          byLine ? body(text.substring(begin.end(), bodyEnd)) : Secrets.marker("private-key"));
      done = hasEnd && !byLine ? end.end() : bodyEnd;
    } while (begin.find(done));
    return safe.append(text, done, text.length()).toString();
  }

  private static String body(String body) {
    if (!OF_A_KEY.matcher(body).find()) {
      return body;
    }
    if (body.indexOf('\n') < 0) {
      return Secrets.marker("private-key");
    }
    String mark = Matcher.quoteReplacement(Secrets.marker("private-key"));
    StringBuilder safe = new StringBuilder();
    int from = 0;
    while (from < body.length()) {
      int end = body.indexOf('\n', from);
      String line = body.substring(from, end < 0 ? body.length() : end);
      Matcher whole = BODY.matcher(line);
      safe.append(
          whole.matches()
              ? whole.replaceFirst("$1" + mark + "$2")
              : OF_A_KEY.matcher(line).replaceAll(mark));
      if (end >= 0) {
        safe.append('\n');
      }
      from = end < 0 ? body.length() : end + 1;
    }
    return safe.toString();
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
