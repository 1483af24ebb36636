package dev.cleveragents.models.mcp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Splits bytes that arrive in pieces into lines of UTF-8. Confined to one thread. */
final class LineSplitter {

  /** Far above the largest answer that is of use. */
  static final int LONGEST_LINE = 8 << 20;

  private final Consumer<String> lines;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  LineSplitter(Consumer<String> lines) {
    this.lines = lines;
  }

  /**
   * Takes the next bytes.
   *
   * @return whether the line so far is not too long
   */
  boolean add(byte[] bytes) {
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        line.write(bytes, from, i - from);
        lines.accept(line.toString(StandardCharsets.UTF_8));
        line.reset();
        from = i + 1;
      }
    }
    line.write(bytes, from, bytes.length - from);
    return line.size() <= LONGEST_LINE;
  }
}
