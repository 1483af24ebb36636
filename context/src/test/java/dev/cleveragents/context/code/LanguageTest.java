package dev.cleveragents.context.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LanguageTest {

  @Test
  void theEndingOfAFileTellsItsLanguage() {
    assertThat(Language.of("a/b/C.java")).isEqualTo(Language.JAVA);
    assertThat(Language.of("a.b/c.TSX")).isEqualTo(Language.TYPESCRIPT);
    assertThat(Language.of("x.h")).isEqualTo(Language.C);
    assertThat(Language.of("a.unknown")).isEqualTo(Language.TEXT);
  }

  @Test
  void aNameWithoutAnEndingTellsNothing() {
    assertThat(Language.of("bin/go")).isEqualTo(Language.TEXT);
    assertThat(Language.of("x.")).isEqualTo(Language.TEXT);
    assertThat(Language.of("x.kt kts")).as("two endings are none").isEqualTo(Language.TEXT);
  }
}
