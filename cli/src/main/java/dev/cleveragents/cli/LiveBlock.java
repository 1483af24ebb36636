package dev.cleveragents.cli;

import dev.cleveragents.cli.output.AnswerRenderer;
import java.util.List;

/**
 * The last lines of a terminal, which show progress. Each drawing replaces the one before, and so
 * does other output. The terminal cuts lines that are too long for it, so that a line is always one
 * row. Thread-safe, so that lines are not interleaved.
 */
final class LiveBlock {

  private static final int LONGEST = 300;
  private static final String NO_WRAPPING = "\033[?7l";
  private static final String WRAPPING = "\033[?7h";
  private static final String TO_END_OF_LINE = "\033[K";
  private static final String TO_END_OF_SCREEN = "\033[J";

  private final Streams streams;
  private final boolean shown;
  private List<String> now = List.of();

  /**
   * @param shown whether there is a terminal
   */
  LiveBlock(Streams streams, boolean shown) {
    this.streams = streams;
    this.shown = shown;
  }

  boolean isShown() {
    return shown;
  }

  synchronized void show(List<String> lines) {
    if (!shown || lines.equals(now)) {
      return;
    }
    StringBuilder drawing = new StringBuilder(atTop());
    if (!lines.isEmpty()) {
      drawing.append(NO_WRAPPING);
      for (int i = 0; i < lines.size(); i++) {
        drawing.append(i == 0 ? "" : "\n").append(cut(lines.get(i))).append(TO_END_OF_LINE);
      }
      drawing.append(WRAPPING);
    }
    // Rows of a longer drawing before this one are erased.
    drawing.append(lines.size() < now.size() || lines.isEmpty() ? TO_END_OF_SCREEN : "");
    streams.tell(drawing.toString());
    now = List.copyOf(lines);
  }

  /** Moves to the start of the block; the cursor is in its last line. */
  private String atTop() {
    return now.size() > 1 ? "\r\033[%dA".formatted(now.size() - 1) : "\r";
  }

  private static String cut(String text) {
    String line = AnswerRenderer.line(text);
    return line.codePointCount(0, line.length()) <= LONGEST
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST - 1)) + "…";
  }

  /** Writes a line above the block. */
  synchronized void say(String line) {
    List<String> again = now;
    show(List.of());
    streams.tell(line + "\n");
    show(again);
  }
}
