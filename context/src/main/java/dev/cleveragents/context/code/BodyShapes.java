package dev.cleveragents.context.code;

import dev.cleveragents.context.LineRange;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Shows definitions with their comments and heads as written, and of their bodies the statements
 * that are not inside of another one; three dots stand for what is. How deep a statement is, its
 * indentation says. Blank lines are left out.
 */
final class BodyShapes {

  private static final Pattern SPACE = Pattern.compile("\\s+");

  private final SourceLines lines;
  private final List<Symbol> symbols;
  private final boolean[] shown;

  BodyShapes(SourceLines lines, List<Symbol> symbols) {
    this.lines = lines;
    this.symbols = symbols;
    this.shown = new boolean[lines.count() + 2];
  }

  /** The shape of a symbol, or of the whole file for -1. */
  String shown(int index, LineRange range) {
    if (index < 0) {
      showGaps(-1, range);
    } else {
      show(index);
    }
    return text(range);
  }

  private void show(int index) {
    LineRange range = within(symbols.get(index).lines());
    if (hasMembers(index)) {
      showGaps(index, range);
      return;
    }
    int head = lastLineOfHead(symbols.get(index), range);
    for (int line = range.first(); line <= head; line++) {
      shown[line] = true;
    }
    showStatements(head + 1, range.last(), lines.indentation(range.first()));
  }

  /** The members, and what is around them. */
  private void showGaps(int index, LineRange range) {
    int from = range.first();
    for (int i = 0; i < symbols.size(); i++) {
      if (symbols.get(i).parent() == index) {
        LineRange member = within(symbols.get(i).lines());
        showGap(index, from, member.first() - 1);
        show(i);
        from = Math.max(from, member.last() + 1);
      }
    }
    showGap(index, from, range.last());
  }

  private void showGap(int index, int first, int last) {
    if (index < 0) {
      showStatements(first, last, -1);
    } else {
      for (int line = first; line <= last; line++) {
        shown[line] = true;
      }
    }
  }

  /** Lines no deeper than the least deep one that is deeper than what is around. */
  private void showStatements(int first, int last, int around) {
    int least = Integer.MAX_VALUE;
    for (int line = first; line <= last; line++) {
      int indentation = lines.indentation(line);
      if (!lines.isBlank(line) && indentation > around) {
        least = Math.min(least, indentation);
      }
    }
    for (int line = first; line <= last; line++) {
      shown[line] |= lines.indentation(line) <= least;
    }
  }

  private boolean hasMembers(int index) {
    return symbols.stream().anyMatch(symbol -> symbol.parent() == index);
  }

  private LineRange within(LineRange range) {
    int first = Math.min(range.first(), lines.count());
    return new LineRange(first, Math.clamp(range.last(), first, lines.count()));
  }

  /** Where all of the signature has been seen; the first line if it is not found. */
  private int lastLineOfHead(Symbol symbol, LineRange range) {
    String wanted = SPACE.matcher(symbol.signature()).replaceAll("");
    StringBuilder seen = new StringBuilder();
    for (int line = range.first(); line <= range.last() && seen.length() < 100_000; line++) {
      seen.append(SPACE.matcher(lines.get(line)).replaceAll(""));
      int from = Math.max(0, seen.length() - lines.get(line).length() - wanted.length());
      if (seen.indexOf(wanted, from) >= 0) {
        return line;
      }
    }
    return range.first();
  }

  private String text(LineRange range) {
    List<String> text = new ArrayList<>();
    boolean dots = false;
    for (int line = range.first(); line <= Math.min(range.last(), lines.count()); line++) {
      if (!lines.isBlank(line)) {
        if (shown[line]) {
          text.add(lines.get(line));
        } else if (!dots) {
          text.add(" ".repeat(lines.indentation(line)) + "…");
        }
        dots = !shown[line];
      }
    }
    return String.join("\n", text);
  }
}
