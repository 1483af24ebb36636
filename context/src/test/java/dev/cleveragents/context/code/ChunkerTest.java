package dev.cleveragents.context.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.LineRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

public final class ChunkerTest {

  private static final String[] LINES = {"", "", "}", "  x = 1;", "    call(y);", " \t ", "word"};

  /** Asserts what is promised of all chunks. */
  public static void assertCovers(SourceLines lines, List<Chunk> chunks, String about) {
    int[] seen = new int[lines.count() + 1];
    int before = 0;
    for (Chunk chunk : chunks) {
      assertThat(chunk.lines().first()).as(about).isGreaterThan(before);
      assertThat(chunk.lines().last()).as(about).isLessThanOrEqualTo(lines.count());
      assertThat(chunk.lines().length()).as(about).isLessThanOrEqualTo(Chunker.TOO_MUCH);
      before = chunk.lines().last();
      for (int line = chunk.lines().first(); line <= chunk.lines().last(); line++) {
        seen[line]++;
      }
    }
    for (int line = 1; line <= lines.count(); line++) {
      assertThat(seen[line]).as(about + ", line " + line).isBetween(lines.isBlank(line) ? 0 : 1, 1);
    }
  }

  @Test
  void everyLineIsInOneChunkWhateverTheSymbolsSay() {
    for (long seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      SourceLines lines = new SourceLines(randomText(random));
      List<Symbol> symbols = randomSymbols(random, lines.count());

      List<Chunk> chunks = Chunker.chunks(lines, symbols);

      assertCovers(lines, chunks, "seed " + seed);
    }
  }

  private static String randomText(Random random) {
    return IntStream.range(0, random.nextInt(400))
        .mapToObj(i -> LINES[random.nextInt(LINES.length)])
        .collect(Collectors.joining("\n"));
  }

  private static List<Symbol> randomSymbols(Random random, int lines) {
    List<Symbol> symbols = new ArrayList<>();
    for (int i = 0; lines > 0 && i < random.nextInt(20); i++) {
      int first = 1 + random.nextInt(lines);
      LineRange range = new LineRange(first, first + random.nextInt(150));
      int parent = random.nextInt(i + 1) - 1;
      symbols.add(new Symbol("s" + i, "s" + i, Symbol.Kind.TYPE, range, "", "", parent));
    }
    return symbols;
  }

  private static String text(int lines) {
    return IntStream.rangeClosed(1, lines)
        .mapToObj(i -> "line " + i)
        .collect(Collectors.joining("\n"));
  }

  private static Symbol symbol(String name, int first, int last, int parent) {
    return new Symbol(name, name, Symbol.Kind.FUNCTION, new LineRange(first, last), "", "", parent);
  }

  @Test
  void whatIsShortStaysWhole() {
    List<Symbol> symbols = List.of(symbol("T", 1, 60, -1), symbol("T.m", 5, 40, 0));

    assertThat(Chunker.chunks(new SourceLines(text(60)), symbols))
        .containsExactly(new Chunk("T", new LineRange(1, 60)));
  }

  @Test
  void aLongTypeGivesItsHeadAndItsMembers() {
    List<Symbol> symbols =
        List.of(symbol("T", 1, 90, -1), symbol("T.a", 25, 60, 0), symbol("T.b", 61, 89, 0));

    assertThat(Chunker.chunks(new SourceLines(text(90)), symbols))
        .containsExactly(
            new Chunk("T", new LineRange(1, 24)),
            new Chunk("T.a", new LineRange(25, 60)),
            new Chunk("T.b", new LineRange(61, 89)),
            new Chunk("T", new LineRange(90, 90)));
  }

  @Test
  void aClosingBraceIsNoChunkOfItsOwn() {
    List<Symbol> symbols = List.of(symbol("T", 1, 90, -1), symbol("T.a", 30, 89, 0));
    String text = text(89) + "\n}";

    assertThat(Chunker.chunks(new SourceLines(text), symbols).getLast())
        .isEqualTo(new Chunk("T.a", new LineRange(30, 90)));
  }

  @Test
  void littleNeighboursArePutTogetherAndLongOnesAreNot() {
    List<Symbol> symbols =
        List.of(
            symbol("a", 1, 19, -1),
            symbol("b", 20, 38, -1),
            symbol("c", 39, 57, -1),
            symbol("d", 58, 70, -1),
            symbol("e", 71, 100, -1));

    assertThat(Chunker.chunks(new SourceLines(text(100)), symbols))
        .containsExactly(
            new Chunk("", new LineRange(1, 57)),
            new Chunk("d", new LineRange(58, 70)),
            new Chunk("e", new LineRange(71, 100)));
  }

  @Test
  void aLongFunctionIsCutAtBlankLines() {
    String text = text(50) + "\n\n" + text(50) + "\n\n" + text(50);

    assertThat(Chunker.chunks(new SourceLines(text), List.of(symbol("f", 1, 154, -1))))
        .containsExactly(
            new Chunk("f", new LineRange(1, 50)),
            new Chunk("f", new LineRange(52, 101)),
            new Chunk("f", new LineRange(103, 152)));
  }

  @Test
  void aLineWithTwoDefinitionsIsOfNeither() {
    List<Symbol> symbols = List.of(symbol("a", 1, 1, -1), symbol("b", 1, 1, -1));

    assertThat(Chunker.chunks(new SourceLines("a b"), symbols))
        .containsExactly(new Chunk("", new LineRange(1, 1)));
  }
}
