package dev.cleveragents.workspace;

/** Shows the characters of a text that would change how a terminal shows it. */
public final class VisibleText {

  private VisibleText() {}

  /** The same text with control and bidirectional characters as {@code \}{@code uXXXX}. */
  public static String of(String text) {
    if (text.chars().noneMatch(VisibleText::isHidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (isHidden(c)) {
                shown.append("\\u%04x".formatted(c));
              } else {
                shown.append((char) c);
              }
            });
    return shown.toString();
  }

  private static boolean isHidden(int c) {
    boolean changesDirection =
        (c >= 0x202a && c <= 0x202e)
            || (c >= 0x2066 && c <= 0x2069)
            || c == 0x200e
            || c == 0x200f
            || c == 0x061c;
    boolean endsLine = c == 0x2028 || c == 0x2029;
    return changesDirection || endsLine || (Character.isISOControl(c) && c != '\n' && c != '\t');
  }
}
