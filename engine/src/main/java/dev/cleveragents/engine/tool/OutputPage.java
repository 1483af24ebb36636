package dev.cleveragents.engine.tool;

import dev.cleveragents.context.safety.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text for a model, without secrets and one page at a time. */
final class OutputPage {

  static final int MOST_LINES = 800;
  private static final int MOST_CHARACTERS = 20_000;
  private static final int LONGEST_LINE = 2_000;

  private OutputPage() {}

  /**
   * Lines from a first one on, as many as fit on a page, and how to read on.
   *
   * @param what was read, for the message
   * @param from the first line, from 1; null for the first
   * @param to the last line; null for the last
   */
  static ToolResult of(
      String what, List<String> all, @Nullable Integer from, @Nullable Integer to, int most) {
    int first = from == null ? 1 : Math.max(1, from);
    int last = to == null ? all.size() : Math.min(all.size(), to);
    if (first > all.size() && !all.isEmpty()) {
      return ToolResult.failed("%s has %,d lines".formatted(what, all.size()));
    }
    StringBuilder text = new StringBuilder();
    int line = first;
    while (line <= last && line - first < MOST_LINES && text.length() < most) {
      text.append(shortened(all.get(line - 1))).append('\n');
      line++;
    }
    String more =
        line > all.size()
            ? ""
            : "(lines %d to %d of %d; read on with from=%d)"
                .formatted(first, line - 1, all.size(), line);
    return ToolResult.read("read %s, %,d lines".formatted(what, line - first), text + more);
  }

  /** A page of the usual size. */
  static ToolResult of(String what, List<String> all, @Nullable Integer from) {
    return of(what, all, from, null, MOST_CHARACTERS);
  }

  private static String shortened(String line) {
    return line.length() <= LONGEST_LINE
        ? line
        : line.substring(0, LONGEST_LINE) + "… (%,d characters)".formatted(line.length());
  }

  /**
   * The lines of a file. It is redacted as a whole, because a part of a secret is not recognised.
   */
  static List<String> lines(String path, byte[] bytes) {
    String text = Secrets.standard().redactFile(path, new String(bytes, StandardCharsets.UTF_8));
    // As git counts them: only a line feed ends a line.
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return lines;
  }

  static boolean isBinary(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, 8_000); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }
}
