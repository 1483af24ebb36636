package dev.cleveragents.cli;

import dev.cleveragents.cli.output.AnswerRenderer;
import dev.cleveragents.cli.output.DisplayWidth;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The last lines of a terminal, which show progress. Each drawing replaces the one before, and so
 * does other output, in one write, so that nothing flickers. Lines are cut to the terminal, and a
 * narrower window, which breaks the lines that are there, is taken into account. Thread-safe, so
 * that lines are not interleaved.
 */
final class LiveBlock {

  private static final String NO_WRAPPING = "\033[?7l";
  private static final String WRAPPING = "\033[?7h";
  private static final String TO_END_OF_LINE = "\033[K";
  private static final String TO_END_OF_SCREEN = "\033[J";

  private final Streams streams;
  private final IntSupplier width;
  private final boolean shown;
  private List<String> now = List.of();
  private int drawnAt;

  /**
   * @param width the present columns of the terminal
   * @param shown whether there is a terminal that can show it
   */
  LiveBlock(Streams streams, IntSupplier width, boolean shown) {
    this.streams = streams;
    this.width = width;
    this.shown = shown;
  }

  boolean isShown() {
    return shown;
  }

  synchronized void show(List<String> lines) {
    if (!shown) {
      return;
    }
    int columns = width.getAsInt();
    List<String> cut = lines.stream().map(line -> cut(line, columns)).toList();
    if (!cut.equals(now) || (columns != drawnAt && !now.isEmpty())) {
      draw(List.of(), cut, columns);
    }
  }

  /** Writes lines above the block. */
  synchronized void say(List<String> lines) {
    if (shown) {
      int columns = width.getAsInt();
      draw(lines, now.stream().map(line -> cut(line, columns)).toList(), columns);
    } else {
      streams.tell(String.join("\n", lines) + "\n");
    }
  }

  private void draw(List<String> above, List<String> lines, int columns) {
    StringBuilder drawing = new StringBuilder();
    int rows = rowsNow(columns);
    if (!now.isEmpty()) {
      drawing.append(rows > 1 ? "\r\033[%dA".formatted(rows - 1) : "\r");
    }
    above.forEach(
        line -> drawing.append(line).append(now.isEmpty() ? "" : TO_END_OF_LINE).append('\n'));
    if (!lines.isEmpty()) {
      drawing.append(NO_WRAPPING);
      for (int i = 0; i < lines.size(); i++) {
        drawing.append(i == 0 ? "" : "\n").append(lines.get(i)).append(TO_END_OF_LINE);
      }
      drawing.append(WRAPPING);
    }
    // Rows of a longer drawing before this one are erased.
    if (lines.isEmpty() ? !now.isEmpty() : rows > lines.size()) {
      drawing.append(TO_END_OF_SCREEN);
    }
    streams.tell(drawing.toString());
    now = lines;
    drawnAt = columns;
  }

  /** The rows that the block takes; the cursor is in the last. */
  private int rowsNow(int columns) {
    return columns >= drawnAt
        ? now.size()
        : now.stream()
            .mapToInt(line -> Math.max(1, Math.ceilDiv(DisplayWidth.of(line), columns)))
            .sum();
  }

  private static String cut(String text, int columns) {
    return DisplayWidth.cut(AnswerRenderer.line(text).replace('\t', ' '), columns);
  }
}
