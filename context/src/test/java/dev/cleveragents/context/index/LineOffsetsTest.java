package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Chunk;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of a text, and its pieces. */
class LineOffsetsTest {

  @Test
  void theLastLineMayLackItsEnd() {
    assertThat(LineOffsets.of("").chunks()).isEmpty();
    assertThat(LineOffsets.of("a\n\nb").chunks().getLast().lines().last()).isEqualTo(3);
    assertThat(LineOffsets.of("a\nb\n").chunks().getLast().lines().last()).isEqualTo(2);
    assertThat(LineOffsets.of("a\r\nb\n").text(new LineRange(1, 1))).isEqualTo("a\r\n");
    assertThat(LineOffsets.of("a\nb").text(new LineRange(2, 7))).isEqualTo("b");
    assertThat(LineOffsets.of("a").text(new LineRange(5, 7))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everyLineThatIsNotBlankIsInExactlyOnePiece(long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(400); i > 0; i--) {
      text.append(random.nextInt(seed == 1 ? 1000 : 8) == 0 ? " \t" : "line").append('\n');
    }
    LineOffsets lines = LineOffsets.of(text.toString());
    List<Chunk> chunks = lines.chunks();
    for (int line = 1; line <= text.toString().lines().count(); line++) {
      LineRange here = new LineRange(line, line);
      boolean blank = lines.text(here).isBlank();
      long in = chunks.stream().filter(chunk -> chunk.lines().contains(here)).count();
      assertThat(in).as("line %d, seed %d", line, seed).isBetween(blank ? 0L : 1L, 1L);
    }
    assertThat(chunks)
        .allSatisfy(
            c -> assertThat(c.lines().length()).isLessThanOrEqualTo(LineOffsets.LONGEST_CHUNK));
  }
}
