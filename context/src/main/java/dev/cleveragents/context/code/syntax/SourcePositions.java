package dev.cleveragents.context.code.syntax;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Turns positions in the bytes of a file into lines, counted from 1. */
final class SourcePositions {

  private final byte[] text;
  private final int[] starts;

  SourcePositions(byte[] text) {
    this.text = text;
    IntStream after = IntStream.range(0, text.length).filter(i -> text[i] == '\n').map(i -> i + 1);
    this.starts = IntStream.concat(IntStream.of(0), after).toArray();
  }

  /** The line that a byte is on. */
  int line(int position) {
    int found = Arrays.binarySearch(starts, position);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** The line of the last byte of this range that is not white space, or of its first. */
  int lastLine(int start, int end) {
    int last = end - 1;
    while (last > start && isSpace(text[last])) {
      last--;
    }
    return line(Math.max(start, last));
  }

  /** Whether only white space is before it on its line. */
  boolean beginsLine(int position) {
    for (int i = starts[line(position) - 1]; i < position; i++) {
      if (!isSpace(text[i])) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing else is on the lines of this range. */
  boolean hasItsLines(int start, int end) {
    int line = lastLine(start, end);
    int lineEnd = line < starts.length ? starts[line] : text.length;
    for (int i = end; i < lineEnd; i++) {
      if (!isSpace(text[i])) {
        return false;
      }
    }
    return beginsLine(start);
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f';
  }
}
