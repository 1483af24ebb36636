package dev.cleveragents.cli.output;

/**
 * How many columns of a terminal a text takes: two for East Asian wide characters and emoji, none
 * for combining marks and joiners. Where terminals differ, as for joined emoji, the greater width
 * counts, so that a text that fits by this count fits on every terminal.
 */
public final class DisplayWidth {

  private static final int VARIATION_SELECTOR_16 = 0xfe0f;

  /** First and last characters of two columns, in ascending order. */
  private static final int[][] WIDE = {
    {0x1100, 0x115f},
    {0x231a, 0x231b},
    {0x2329, 0x232a},
    {0x23e9, 0x23ec},
    {0x23f0, 0x23f0},
    {0x23f3, 0x23f3},
    {0x25fd, 0x25fe},
    {0x2614, 0x2615},
    {0x2648, 0x2653},
    {0x267f, 0x267f},
    {0x2693, 0x2693},
    {0x26a1, 0x26a1},
    {0x26aa, 0x26ab},
    {0x26bd, 0x26be},
    {0x26c4, 0x26c5},
    {0x26ce, 0x26ce},
    {0x26d4, 0x26d4},
    {0x26ea, 0x26ea},
    {0x26f2, 0x26f3},
    {0x26f5, 0x26f5},
    {0x26fa, 0x26fa},
    {0x26fd, 0x26fd},
    {0x2705, 0x2705},
    {0x270a, 0x270b},
    {0x2728, 0x2728},
    {0x274c, 0x274c},
    {0x274e, 0x274e},
    {0x2753, 0x2755},
    {0x2757, 0x2757},
    {0x2795, 0x2797},
    {0x27b0, 0x27b0},
    {0x27bf, 0x27bf},
    {0x2b1b, 0x2b1c},
    {0x2b50, 0x2b50},
    {0x2b55, 0x2b55},
    {0x2e80, 0x303e},
    {0x3041, 0x4dbf},
    {0x4e00, 0xa4cf},
    {0xa960, 0xa97f},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe10, 0xfe19},
    {0xfe30, 0xfe6f},
    {0xff01, 0xff60},
    {0xffe0, 0xffe6},
    {0x16fe0, 0x1b2ff},
    {0x1f004, 0x1f004},
    {0x1f0cf, 0x1f0cf},
    {0x1f18e, 0x1f18e},
    {0x1f191, 0x1f19a},
    {0x1f200, 0x1f64f},
    {0x1f680, 0x1f6ff},
    {0x1f7e0, 0x1f7eb},
    {0x1f90c, 0x1f9ff},
    {0x1fa70, 0x1faff},
    {0x20000, 0x3fffd},
  };

  private DisplayWidth() {}

  /** The columns of a text on one line. */
  public static int of(String text) {
    return text.codePoints().map(DisplayWidth::of).sum();
  }

  /** The longest start of the text that fits; with … in place of the rest if there is more. */
  public static String cut(String text, int columns) {
    return of(text) <= columns ? text : start(text, columns - 1) + "…";
  }

  /** The longest end of the text that fits; with … in place of the rest if there is more. */
  public static String cutStart(String text, int columns) {
    if (of(text) <= columns) {
      return text;
    }
    int room = columns - 1;
    int start = text.length();
    while (start > 0) {
      int character = text.codePointBefore(start);
      room -= of(character);
      if (room < 0) {
        break;
      }
      start -= Character.charCount(character);
    }
    return "…" + text.substring(start);
  }

  /** The longest start of the text that fits. */
  static String start(String text, int columns) {
    int room = columns;
    int end = 0;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      room -= of(character);
      if (room < 0) {
        break;
      }
      end += Character.charCount(character);
    }
    return text.substring(0, end);
  }

  private static int of(int character) {
    if (character < 0x300) {
      return 1;
    }
    if (character == VARIATION_SELECTOR_16) {
      return 1;
    }
    return switch (Character.getType(character)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(character) ? 2 : 1;
    };
  }

  private static boolean isWide(int character) {
    int low = 0;
    int high = WIDE.length - 1;
    while (low <= high) {
      int middle = (low + high) / 2;
      if (character < WIDE[middle][0]) {
        high = middle - 1;
      } else if (character > WIDE[middle][1]) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }
}
