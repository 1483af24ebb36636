package dev.cleveragents.context.index;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Chunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the lines of a text begin. A line ends with a line feed, which is part of it; a text that
 * ends with one has no further, empty line.
 */
final class LineOffsets {

  /** A piece of plain text ends at the first blank line after this number of lines, */
  static final int CHUNK = 20;

  /** or after this number, blank line or not. */
  static final int LONGEST_CHUNK = 60;

  private final String text;
  private final int[] starts;
  private final int count;

  private LineOffsets(String text, int[] starts, int count) {
    this.text = text;
    this.starts = starts;
    this.count = count;
  }

  static LineOffsets of(String text) {
    int[] starts = new int[Math.max(16, text.length() / 32)];
    int count = 0;
    for (int start = 0; start < text.length(); ) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, count * 2);
      }
      starts[count++] = start;
      int feed = text.indexOf('\n', start);
      start = feed < 0 ? text.length() : feed + 1;
    }
    return new LineOffsets(text, starts, count);
  }

  /** Where a line begins; for one after the last, where the text ends. */
  int start(int line) {
    return line > count ? text.length() : starts[line - 1];
  }

  /** The text of these lines, as far as they are there. */
  String text(LineRange lines) {
    return text.substring(start(lines.first()), start(lines.last() + 1));
  }

  /** Pieces of plain text: every line that is not blank is in exactly one. */
  List<Chunk> chunks() {
    List<Chunk> chunks = new ArrayList<>();
    int first = 0;
    int last = 0;
    for (int line = 1; line <= count; line++) {
      boolean blank = isBlank(line);
      if (first > 0 && ends(blank, line - first)) {
        chunks.add(new Chunk("", new LineRange(first, last)));
        first = 0;
      }
      if (!blank) {
        first = first == 0 ? line : first;
        last = line;
      }
    }
    if (first > 0) {
      chunks.add(new Chunk("", new LineRange(first, last)));
    }
    return chunks;
  }

  private static boolean ends(boolean blank, int length) {
    return (blank && length >= CHUNK) || length >= LONGEST_CHUNK;
  }

  private boolean isBlank(int line) {
    for (int i = start(line); i < start(line + 1); i++) {
      if (!Character.isWhitespace(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
