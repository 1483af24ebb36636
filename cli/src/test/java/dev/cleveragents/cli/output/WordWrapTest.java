package dev.cleveragents.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordWrapTest {

  @Test
  void aLineBreaksBetweenWordsAndContinuesIndented() {
    assertThat(WordWrap.lines("  one two three four five", 20, 2))
        .containsExactly("  one two three four", "    five");
    assertThat(WordWrap.lines("fits", 20, 2)).containsExactly("fits");
    assertThat(WordWrap.lines("one two three four five six", WordWrap.UNLIMITED, 2)).hasSize(1);
    assertThat(WordWrap.lines("first\n\n  second", 20, 2)).containsExactly("first", "", "  second");
  }

  @Test
  void whatIsCopiedStaysWhole() {
    String path = "/a/path/that/is/longer/than/the/line";
    assertThat(WordWrap.lines("written to " + path + " now", 24, 0))
        .containsExactly("written to", path, "now");
    assertThat(WordWrap.lines("Show it with 'agents plan diff 8K4T', or not.", 26, 0))
        .containsExactly("Show it with", "'agents plan diff 8K4T',", "or not.");
    assertThat(WordWrap.lines("  do this: agents plan apply 8K4T --only a.txt", 30, 0))
        .containsExactly("  do this:", "  agents plan apply 8K4T --only a.txt");
  }

  @Test
  void wideCharactersCountTwiceAndBreakAnywhere() {
    assertThat(DisplayWidth.of("計画 e\u0301 🎉")).isEqualTo(9);
    assertThat(DisplayWidth.cut("計画計画", 6)).isEqualTo("計画…");
    assertThat(DisplayWidth.cut("計画", 4)).isEqualTo("計画");
    assertThat(DisplayWidth.cutStart("plan 計画", 6)).isEqualTo("… 計画");
    assertThat(DisplayWidth.cutStart("a🎉🎉", 4)).isEqualTo("…🎉");
    assertThat(WordWrap.lines("goal 計画計画計画計画計画計画", 20, 0)).containsExactly("goal 計画計画計画計", "画計画計画");
  }
}
