package dev.cleveragents.workspace.change.diff;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A file as lines, each with its line feed; only the last may have none. */
public final class TextLines {

  /** So far git looks for a byte 0 before it takes a file for text. */
  private static final int LOOKED_AT = 8_000;

  private TextLines() {}

  /** The lines, each byte one character. */
  public static List<String> of(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    List<String> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int feed = text.indexOf('\n', start);
      int end = feed < 0 ? text.length() : feed + 1;
      lines.add(text.substring(start, end));
      start = end;
    }
    return lines;
  }

  /** Whether git would take the file for binary. */
  public static boolean isBinary(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, LOOKED_AT); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }
}
