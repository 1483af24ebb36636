package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastOutputLineTest {

  @Test
  void theyAreTheLastLineThatIsNotBlankBehindAColon() {
    assertThat(LastOutputLine.of("it began\n  fatal: no such file \n\n"))
        .isEqualTo(": fatal: no such file");
    assertThat(LastOutputLine.of("one line")).isEqualTo(": one line");
  }

  @Test
  void whoPrintedNothingHasNone() {
    assertThat(LastOutputLine.of("")).isEmpty();
    assertThat(LastOutputLine.of(" \n\t\n")).isEmpty();
  }

  @Test
  void onlyALineThatIsTooLongIsCutAndNoCharacterInTwo() {
    String fits = "😀".repeat(300);

    assertThat(LastOutputLine.of(fits)).isEqualTo(": " + fits);
    assertThat(LastOutputLine.of(fits + "y")).isEqualTo(": " + fits + "…");
  }
}
