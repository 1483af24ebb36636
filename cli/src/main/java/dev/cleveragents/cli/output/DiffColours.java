package dev.cleveragents.cli.output;

import java.util.stream.Collectors;

/** The colours of {@code git diff}. */
public final class DiffColours {

  private static final String BOLD = "1";
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String CYAN = "36";

  private DiffColours() {}

  /** The lines of a diff, each with a line feed, in colours or without. */
  public static String of(String diff, boolean colour) {
    return diff.lines()
        .map(line -> (colour ? coloured(line) : line) + "\n")
        .collect(Collectors.joining());
  }

  private static String coloured(String line) {
    return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
      case '+' -> styled(line.startsWith("+++ ") ? BOLD : GREEN, line);
      case '-' -> styled(line.startsWith("--- ") ? BOLD : RED, line);
      case '@' -> hunk(line);
      case ' ' -> line;
      default -> styled(BOLD, line);
    };
  }

  /** The header of a hunk; what follows the line numbers keeps the terminal's colour. */
  private static String hunk(String line) {
    int end = line.indexOf("@@", 2);
    return end < 0
        ? styled(CYAN, line)
        : styled(CYAN, line.substring(0, end + 2)) + line.substring(end + 2);
  }

  private static String styled(String style, String text) {
    return "\u001b[" + style + "m" + text + "\u001b[0m";
  }
}
