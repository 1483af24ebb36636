package dev.cleveragents.context.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Words are found as a pattern finds them that ignores the case of ASCII. */
class AsciiSearchTest {

  private static final List<String> PIECES =
      List.of("bear", "BEAR", "er", "eR", "key", "KE", "y", "\u212Aey", "\u017F", "é", " ", "\n");

  private static final List<String> WORDS = List.of("bearer", "key", "s");

  @Test
  void theyAreFoundAsAPatternFindsThem() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int pieces = random.nextInt(6); pieces > 0; pieces--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      for (String word : WORDS) {
        assertThat(AsciiSearch.areIn(text.toString(), List.of("nowhere", word)))
            .as("seed %d: %s in '%s'", seed, word, text)
            .isEqualTo(Pattern.compile(word, Pattern.CASE_INSENSITIVE).matcher(text).find());
      }
    }
  }

  @Test
  void aPlaceOutsideOfTheTextHoldsNothing() {
    assertThat(AsciiSearch.areAt("my key", 3, "key")).isTrue();
    assertThat(AsciiSearch.areAt("my key", 4, "key")).isFalse();
    assertThat(AsciiSearch.areAt("my key", -1, "my")).isFalse();
  }
}
