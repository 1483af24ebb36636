package dev.cleveragents.context.code;

import dev.cleveragents.context.LineRange;
import java.util.ArrayList;
import java.util.List;

/**
 * A text seen as lines, counted from 1. A line ends at a line feed; a carriage return before it is
 * not part of it. A text that ends with a line feed has no empty line after it.
 */
public final class SourceLines {

  private final List<String> lines = new ArrayList<>();

  public SourceLines(String content) {
    int from = 0;
    while (from < content.length()) {
      int feed = content.indexOf('\n', from);
      int to = feed < 0 ? content.length() : feed;
      boolean carriage = to > from && content.charAt(to - 1) == '\r';
      lines.add(content.substring(from, carriage ? to - 1 : to));
      from = to + 1;
    }
  }

  /** How many there are. */
  public int count() {
    return lines.size();
  }

  /** A line without its end. */
  public String get(int number) {
    return lines.get(number - 1);
  }

  public boolean isBlank(int number) {
    return get(number).isBlank();
  }

  /** How many characters of white space a line begins with; a tab counts as four. */
  public int indentation(int number) {
    int width = 0;
    for (char c : get(number).toCharArray()) {
      if (c == '\t') {
        width += 4;
      } else if (Character.isWhitespace(c)) {
        width++;
      } else {
        break;
      }
    }
    return width;
  }

  /** The lines of a range as far as they are there, each with a line feed between. */
  public String text(LineRange range) {
    int to = Math.min(range.last(), lines.size());
    return range.first() > to ? "" : String.join("\n", lines.subList(range.first() - 1, to));
  }

  /** The lines from the first to the last that is not blank; nothing if all are blank. */
  public List<LineRange> trimmed(int first, int last) {
    int from = first;
    int to = Math.min(last, count());
    while (from <= to && isBlank(from)) {
      from++;
    }
    while (to >= from && isBlank(to)) {
      to--;
    }
    return from > to ? List.of() : List.of(new LineRange(from, to));
  }
}
