package dev.cleveragents.engine.definition;

/**
 * Finds the positions in a command line where a POSIX shell reads a quoted word as one word. Errs
 * on the safe side: all text after {@code <<} or {@code $'} counts as quoted, because other rules
 * may apply there.
 */
final class ShellQuotes {

  private final boolean[] closed;

  ShellQuotes(String line) {
    this.closed = new boolean[line.length() + 1];
    char open = 0;
    boolean known = true;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      closed[i] = known && open == 0;
      if (open == 0 && (line.startsWith("<<", i) || line.startsWith("$'", i))) {
        known = false;
      }
      if (open == 0 && c == '#' && startsWord(line, i)) {
        i = endOfLine(line, i) - 1;
      } else if (c == '\\' && open != '\'') {
        i++;
      } else if (open == 0) {
        open = c == '\'' || c == '"' || c == '`' ? c : 0;
      } else if (c == open) {
        open = 0;
      } else if (c == '`' && open == '"') {
        known = false;
      }
    }
  }

  private static boolean startsWord(String line, int i) {
    return i == 0 || " \t\n;&|()".indexOf(line.charAt(i - 1)) >= 0;
  }

  private static int endOfLine(String line, int from) {
    int end = line.indexOf('\n', from);
    return end < 0 ? line.length() : end;
  }

  /** Whether no quote is open before the character at this index. */
  boolean areClosedAt(int index) {
    return closed[index];
  }
}
