package dev.cleveragents.context.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RoughCountTest {

  /** Half and twice, so that the packer, which goes by it, is seldom far off. */
  @Test
  void ofCodeAndProseItIsAboutWhatACountIs() throws Exception {
    TokenCounter counter = TokenCounter.forModel("gpt-4o");
    List<Path> files;
    try (Stream<Path> all = Files.walk(Path.of("src/main/java/dev/cleveragents/context"))) {
      files = all.filter(Files::isRegularFile).sorted().limit(40).toList();
    }
    assertThat(files).hasSize(40);
    for (Path file : files) {
      String text = Files.readString(file);
      assertThat((double) RoughCount.of(text) / counter.count(text))
          .as(file.toString())
          .isBetween(0.7, 1.5);
    }
  }

  @Test
  void whatHasNoWordsIsCountedToo() {
    assertThat(RoughCount.of("")).isZero();
    assertThat(RoughCount.of(" ")).isOne();
    assertThat(RoughCount.of("one two")).isEqualTo(2);
    assertThat(RoughCount.of("oneTwoThree")).isEqualTo(3);
    assertThat(RoughCount.of("123456")).isEqualTo(2);
    assertThat(RoughCount.of("漢字")).isEqualTo(2);
    assertThat(RoughCount.of("a\n\n\n  b")).isEqualTo(3);
    assertThat(RoughCount.of("x".repeat(1_000))).isGreaterThan(200);
  }

  @Test
  void aModelThatIsNotKnownGetsAQuarterMore() {
    assertThat(TokenCounter.estimating().about("one two three four")).isEqualTo(5);
    assertThat(TokenCounter.forModel("gpt-4o").about("one two three four")).isEqualTo(4);
  }
}
