package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastWordsTest {

  @Test
  void theyAreTheLastLineThatIsNotBlankBehindAColon() {
    assertThat(LastWords.of("it began\n  fatal: no such file \n\n"))
        .isEqualTo(": fatal: no such file");
    assertThat(LastWords.of("one line")).isEqualTo(": one line");
  }

  @Test
  void whoPrintedNothingHasNone() {
    assertThat(LastWords.of("")).isEmpty();
    assertThat(LastWords.of(" \n\t\n")).isEmpty();
  }

  @Test
  void onlyALineThatIsTooLongIsCutAndNoCharacterInTwo() {
    String fits = "😀".repeat(300);

    assertThat(LastWords.of(fits)).isEqualTo(": " + fits);
    assertThat(LastWords.of(fits + "y")).isEqualTo(": " + fits + "…");
  }
}
