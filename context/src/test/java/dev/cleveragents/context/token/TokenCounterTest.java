package dev.cleveragents.context.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.Race;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCounterTest {

  private static final String TEXT = "public static void main(String[] args) {}\n";

  @ParameterizedTest
  @CsvSource({
    "gpt-4o, o200k_base",
    "gpt-4o-mini-2024-07-18, o200k_base",
    "openai/gpt-5.1, o200k_base",
    "GPT-4.1-nano, o200k_base",
    "o3, o200k_base",
    "o4-mini, o200k_base",
    "gpt-oss:20b, o200k_base",
    "gpt-4, cl100k_base",
    "gpt-4-turbo, cl100k_base",
    "gpt-3.5-turbo, cl100k_base",
  })
  void knowsTheTokenizersOfThese(String model, String tokenizer) {
    TokenCounter counter = TokenCounter.forModel(model);
    assertThat(counter.tokenizer()).isEqualTo(tokenizer);
    assertThat(counter.estimated()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude-sonnet-4", "llama3", "gpt-6", "gpt-4x", "o30", "", "o3b-large"})
  void estimatesForEveryOther(String model) {
    TokenCounter counter = TokenCounter.forModel(model);
    assertThat(counter.estimated()).isTrue();
    assertThat(counter.tokenizer()).isEqualTo("o200k_base x 1.25, estimated");
  }

  @Test
  void countsAsThePublishedTokenizerDoes() {
    TokenCounter counter = TokenCounter.forModel("gpt-4o");
    assertThat(counter.count("")).isZero();
    assertThat(counter.count("hello world")).isEqualTo(2);
    assertThat(counter.count("tiktoken is great!")).isEqualTo(6);
  }

  @Test
  void anEstimateIsAQuarterMoreRoundedUp() {
    TokenCounter exact = TokenCounter.forModel("gpt-4o");
    TokenCounter estimate = TokenCounter.estimating();
    for (int words = 0; words < 40; words++) {
      String text = "word ".repeat(words);
      assertThat(estimate.count(text)).isEqualTo((int) Math.ceil(exact.count(text) * 1.25));
    }
  }

  @Test
  void whatLooksLikeAControlTokenIsPlainText() {
    assertThat(TokenCounter.forModel("gpt-4o").count("<|endoftext|>")).isGreaterThan(1);
  }

  @Test
  void aLongTextIsCountedWholeAlsoASecondTime() {
    TokenCounter counter = TokenCounter.forModel("gpt-4o");
    int once = counter.count(TEXT);
    String thousand = TEXT.repeat(1_000);
    assertThat(counter.count(thousand)).isEqualTo(1_000 * once);
    assertThat(counter.count(thousand)).isEqualTo(1_000 * once);
  }

  @Test
  void oneLineOfAMegabyteIsCounted() {
    assertThat(TokenCounter.forModel("gpt-4o").count("ab1;".repeat(250_000)))
        .isGreaterThan(250_000);
  }

  @Test
  void manyThreadsCountTheSame() throws Exception {
    TokenCounter counter = TokenCounter.estimating();
    List<Integer> expected = new ArrayList<>();
    for (int i = 1; i <= 50; i++) {
      expected.add(TokenCounter.estimating().count(TEXT.repeat(i)));
    }
    Race.rounds(
        3,
        () ->
            new Race.Round(
                Collections.nCopies(
                    4,
                    () -> {
                      for (int i = 1; i <= 50; i++) {
                        assertThat(counter.count(TEXT.repeat(i))).isEqualTo(expected.get(i - 1));
                      }
                    }),
                () -> assertThat(counter.count("again ".repeat(100))).isPositive()));
  }

  @Test
  void halfACharacterCountsAsTheMarkThatIsSentForIt() {
    TokenCounter counter = TokenCounter.forModel("gpt-4o");
    assertThat(counter.count("a \ud83d b")).isEqualTo(counter.count("a ? b"));
    assertThat(counter.count("a \ude00")).isEqualTo(counter.count("a ?"));
    assertThat(counter.count("a \ud83d\ude00 b")).isPositive();
  }
}
