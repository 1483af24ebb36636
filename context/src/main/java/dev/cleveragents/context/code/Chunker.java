package dev.cleveragents.context.code;

import dev.cleveragents.context.LineRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a file into chunks along what it defines. Every line that is not blank is in exactly one
 * chunk, whatever the symbols say: one that reaches out of what it is in, or overlaps another, is
 * cut back.
 *
 * <p>What has {@value #MUCH} lines or fewer stays whole. A longer type gives its head, its members
 * and what is between them; a longer function is cut at blank lines. Neighbours below {@value
 * #LITTLE} lines are put together up to {@value #MUCH}.
 */
public final class Chunker {

  static final int MUCH = 60;
  static final int LITTLE = 20;

  /** Where a piece without blank lines is cut all the same. */
  static final int TOO_MUCH = 2 * MUCH;

  private final SourceLines lines;
  private final List<Symbol> symbols;
  private final List<List<Integer>> members = new ArrayList<>();

  private Chunker(SourceLines lines, List<Symbol> symbols) {
    this.lines = lines;
    this.symbols = symbols;
    for (int i = 0; i <= symbols.size(); i++) {
      members.add(new ArrayList<>());
    }
    for (int i = 0; i < symbols.size(); i++) {
      members.get(symbols.get(i).parent() + 1).add(i);
    }
  }

  /** The chunks of a text with these symbols. */
  public static List<Chunk> chunks(SourceLines lines, List<Symbol> symbols) {
    return lines.count() == 0
        ? List.of()
        : new Chunker(lines, symbols).pieces("", -1, 1, lines.count());
  }

  private List<Chunk> pieces(String symbol, int index, int first, int last) {
    List<Chunk> pieces = new ArrayList<>();
    int from = first;
    for (int member : members.get(index + 1)) {
      LineRange range = symbols.get(member).lines();
      int start = Math.max(range.first(), from);
      int end = Math.min(range.last(), last);
      if (start <= end) {
        pieces.addAll(cut(symbol, from, start - 1));
        pieces.addAll(definition(member, start, end));
        from = end + 1;
      } else if (!pieces.isEmpty() && pieces.getLast().lines().overlaps(range)) {
        // It is on lines of the one before: these show both, so they are of neither.
        pieces.add(new Chunk(symbol, pieces.removeLast().lines()));
      }
    }
    pieces.addAll(cut(symbol, from, last));
    return merged(pieces, symbol);
  }

  private List<Chunk> definition(int index, int first, int last) {
    String name = symbols.get(index).qualifiedName();
    boolean whole = last - first < MUCH || members.get(index + 1).isEmpty();
    return whole ? cut(name, first, last) : pieces(name, index, first, last);
  }

  /** Lines in which nothing is defined, in pieces of limited length. */
  private List<Chunk> cut(String symbol, int first, int last) {
    List<Chunk> pieces = new ArrayList<>();
    int from = first;
    while (last - from >= MUCH) {
      int end = endOfPiece(from, last);
      add(pieces, symbol, from, end);
      from = end + 1;
    }
    add(pieces, symbol, from, last);
    return pieces;
  }

  /** The last blank line that leaves the piece at most as long as it should be, or the next one. */
  private int endOfPiece(int from, int last) {
    for (int line = from + MUCH - 1; line > from + LITTLE; line--) {
      if (lines.isBlank(line)) {
        return line;
      }
    }
    int bound = Math.min(last, from + TOO_MUCH - 1);
    for (int line = from + MUCH; line < bound; line++) {
      if (lines.isBlank(line)) {
        return line;
      }
    }
    return bound;
  }

  private void add(List<Chunk> pieces, String symbol, int first, int last) {
    lines.trimmed(first, last).forEach(range -> pieces.add(new Chunk(symbol, range)));
  }

  private List<Chunk> merged(List<Chunk> pieces, String around) {
    List<Chunk> merged = new ArrayList<>();
    boolean open = false;
    for (Chunk piece : pieces) {
      boolean little = piece.lines().length() < LITTLE;
      boolean closing = isPunctuation(piece.lines());
      if (!merged.isEmpty() && fits(merged.getLast(), piece, open && little, closing)) {
        Chunk before = merged.removeLast();
        boolean same = closing || before.symbol().equals(piece.symbol());
        LineRange both = before.lines().spanning(piece.lines());
        merged.add(new Chunk(same ? before.symbol() : around, both));
      } else {
        merged.add(piece);
        open = little;
      }
    }
    return merged;
  }

  private static boolean fits(Chunk before, Chunk after, boolean bothLittle, boolean closing) {
    int together = before.lines().spanning(after.lines()).length();
    return (bothLittle && together <= MUCH) || (closing && together <= TOO_MUCH);
  }

  /** Whether there is nothing to find in these lines: closing braces. */
  private boolean isPunctuation(LineRange range) {
    return range.length() <= 3
        && lines.text(range).codePoints().noneMatch(Character::isLetterOrDigit);
  }
}
