package dev.cleveragents.context.code.parse;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.SourceLines;
import dev.cleveragents.context.code.Symbol;
import dev.cleveragents.context.code.syntax.SyntaxTreeReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Makes symbols of the entries of a document. An entry ends before the next one that is not deeper;
 * a deeper one is in it.
 */
final class OutlineSymbols {

  private final Symbol.Kind kind;
  private final List<Entry> entries = new ArrayList<>();

  OutlineSymbols(Symbol.Kind kind) {
    this.kind = kind;
  }

  /**
   * Something with a name in a document.
   *
   * @param level how deep it is
   * @param line where it begins
   * @param name what it is called
   * @param signature how it is written
   * @param summary what is said about it
   */
  record Entry(int level, int line, String name, String signature, String summary) {}

  void add(Entry entry) {
    if (entries.size() < SyntaxTreeReader.MOST_SYMBOLS) {
      entries.add(entry);
    }
  }

  /** The symbols of the entries, which were added in the order of their lines. */
  List<Symbol> symbols(SourceLines lines) {
    List<Symbol> symbols = new ArrayList<>();
    Deque<Integer> around = new ArrayDeque<>();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      while (!around.isEmpty() && entries.get(around.getLast()).level() >= entry.level()) {
        around.removeLast();
      }
      int parent = around.isEmpty() ? -1 : around.getLast();
      String before = parent < 0 ? "" : symbols.get(parent).qualifiedName() + ".";
      symbols.add(
          new Symbol(
              entry.name(),
              before + entry.name(),
              kind,
              lines(i, lines),
              entry.signature(),
              entry.summary(),
              parent));
      around.addLast(i);
    }
    return symbols;
  }

  private LineRange lines(int index, SourceLines lines) {
    Entry entry = entries.get(index);
    int last = lines.count();
    for (int i = index + 1; i < entries.size(); i++) {
      if (entries.get(i).level() <= entry.level()) {
        last = Math.max(entry.line(), entries.get(i).line() - 1);
        break;
      }
    }
    return lines.trimmed(entry.line(), last).getFirst();
  }
}
