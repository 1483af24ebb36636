package dev.cleveragents.context.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No tokenizer gets a word that takes it longer than its length allows. */
class LongRunsTest {

  private static final int MANY = 10 * LongRuns.LONGEST;

  @ParameterizedTest
  @ValueSource(strings = {"x", "=", "\n", "é", "漢", "😀", "-*", "\t "})
  void no_piece_is_longer_than_the_longest_run(String part) {
    String text = "begin " + part.repeat(MANY) + " end";
    assertThat(LongRuns.cut(text))
        .hasSizeGreaterThan(MANY * part.length() / LongRuns.LONGEST - 1)
        .allMatch(it -> it.length() <= LongRuns.LONGEST + "begin ".length() + 1)
        .noneMatch(it -> Character.isLowSurrogate(it.charAt(0)))
        .satisfies(pieces -> assertThat(String.join("", pieces)).isEqualTo(text));
  }

  @Test
  void a_text_of_words_and_numbers_stays_whole() {
    String text = "if (a1b2 == c) { return 'd'; }\n".repeat(MANY) + "7".repeat(MANY);
    assertThat(LongRuns.cut(text)).containsExactly(text);
    assertThat(LongRuns.cut("")).containsExactly("");
  }

  @Test
  void a_counter_counts_the_pieces() {
    TokenCounter counter = TokenCounter.forModel("gpt-4o");
    String text = "=".repeat(MANY);
    int one = counter.count("=".repeat(LongRuns.LONGEST));
    assertThat(counter.count(text)).isEqualTo(10 * one);
    assertThat(counter.count("x".repeat(MANY))).isBetween(MANY / 8, MANY / 8 + 10);
  }
}
