package dev.cleveragents.exec;

/** The last line of what a program printed, which mostly says why it failed. */
public final class LastOutputLine {

  private static final int MOST = 300;

  private LastOutputLine() {}

  /** With a colon before it, to follow what happened; empty if it printed nothing. */
  public static String of(String printed) {
    String stripped = printed.stripTrailing();
    String line = stripped.substring(stripped.lastIndexOf('\n') + 1).strip();
    if (line.isEmpty()) {
      return "";
    }
    boolean tooLong = line.codePointCount(0, line.length()) > MOST;
    return ": " + (tooLong ? line.substring(0, line.offsetByCodePoints(0, MOST)) + "…" : line);
  }
}
