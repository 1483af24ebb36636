package dev.cleveragents.context.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.LineRange;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NamesInTextTest {

  private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");

  @Test
  void theSameAsByAPatternWhateverTheText() {
    List<String> pieces =
        List.of("a", "Z", "_", "$", "7", " ", "\n", "\r\n", ".", "é", "Ω", "½", "Ⅳ", "٣", "漢");
    Random random = new Random(6);
    for (int round = 0; round < 2_000; round++) {
      StringBuilder made = new StringBuilder();
      for (int i = random.nextInt(40); i > 0; i--) {
        made.append(pieces.get(random.nextInt(pieces.size())));
      }
      String text = made.toString();
      int first = 1 + random.nextInt(4);
      LineRange lines = new LineRange(first, first + random.nextInt(4));
      assertThat(NamesInText.of(text, lines)).as(text).isEqualTo(byPattern(text, lines));
    }
  }

  private static Set<String> byPattern(String text, LineRange lines) {
    Set<String> names = new HashSet<>();
    String[] all = text.split("\n", -1);
    for (int line = lines.first(); line <= Math.min(lines.last(), all.length); line++) {
      NAME.matcher(all[line - 1]).results().forEach(found -> names.add(found.group()));
    }
    return names;
  }
}
