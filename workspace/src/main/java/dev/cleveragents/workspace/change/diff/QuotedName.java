package dev.cleveragents.workspace.change.diff;

import java.nio.charset.StandardCharsets;

/**
 * Names of files as git writes them: in quotes, with escapes, if they have control characters,
 * quotes, backslashes or anything beyond ASCII.
 */
final class QuotedName {

  private static final String ESCAPED = "\u0007\b\t\n\u000b\f\r\"\\";
  private static final String LETTERS = "abtnvfr\"\\";

  private QuotedName() {}

  static String of(String prefix, String path) {
    StringBuilder quoted = new StringBuilder(prefix);
    boolean needed = false;
    for (byte each : path.getBytes(StandardCharsets.UTF_8)) {
      int at = ESCAPED.indexOf(each);
      if (at >= 0) {
        quoted.append('\\').append(LETTERS.charAt(at));
        needed = true;
      } else if (each < 0x20 || each == 0x7f) {
        quoted.append("\\%03o".formatted(each & 0xff));
        needed = true;
      } else {
        quoted.append((char) each);
      }
    }
    return needed ? "\"" + quoted + "\"" : quoted.toString();
  }

  /** After {@code ---} or {@code +++}, where a name with a space needs a tab to end it. */
  static String inHeader(String prefix, String path) {
    String name = of(prefix, path);
    return name.startsWith("\"") || name.indexOf(' ') < 0 ? name : name + "\t";
  }
}
