package dev.cleveragents.context.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names are taken apart as people read them. */
class NamePartsTest {

  @Test
  void namesEndAtCaseDigitsAndWhatIsNeither() {
    assertThat(NameParts.of("HTTPServer2 x")).containsExactly("http", "server", "2", "x");
    assertThat(NameParts.of("snake_case.getUserName(v21)"))
        .containsExactly("snake", "case", "get", "user", "name", "v", "21");
    assertThat(NameParts.of("größeÄndern")).containsExactly("größe", "ändern");
    assertThat(NameParts.of(" --\n")).isEmpty();
  }
}
