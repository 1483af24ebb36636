package dev.cleveragents.cli;

import dev.cleveragents.cli.output.AnswerRenderer;
import java.util.List;

/**
 * The last lines of a terminal, which show what goes on and are never left behind: each drawing
 * takes the place of the one before, and so does whatever else is written. The terminal itself cuts
 * lines that are too long for it, however narrow it is, so that a line is always one row. Guarded
 * by its own lock, so that a line is not written into another.
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
   * @param shown whether there is a terminal to show it on
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
    // What was longer than this is gone from below it.
    drawing.append(lines.size() < now.size() || lines.isEmpty() ? TO_END_OF_SCREEN : "");
    streams.tell(drawing.toString());
    now = List.copyOf(lines);
  }

  /** Where the block begins; the cursor stands in its last line. */
  private String atTop() {
    return now.size() > 1 ? "\r\033[%dA".formatted(now.size() - 1) : "\r";
  }

  private static String cut(String text) {
    String line = AnswerRenderer.line(text);
    return line.codePointCount(0, line.length()) <= LONGEST
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST - 1)) + "…";
  }

  /** Writes a line that stays. */
  synchronized void say(String line) {
    List<String> again = now;
    show(List.of());
    streams.tell(line + "\n");
    show(again);
  }
}
