package dev.cleveragents.context.index.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of a text. */
class IdentifierTokensTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "camelCase|camelcase camel case",
        "HTTPServer|httpserver http server",
        "parseHTTP|parsehttp parse http",
        "snake_case_name|snake_case_name snake case name",
        "__init__|init",
        "MAX_VALUE|max_value max value",
        "sha256|sha256 sha 256",
        "HTTPServer_v21|httpserver_v21 http server 21",
        "a.bC(x, y)|a bc x y",
        "strategies and files, classes; status, address|strategy and file classe status address",
        "getUserNames|getusernames get user name",
        "größeÄndern|größeändern größe ändern",
        "漢字|漢 字",
        "____ -- ++|''",
      })
  void areSplitWhereAReaderWouldSplitThem(String text, String words) {
    assertThat(String.join(" ", words(text))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"100,1", "101,0"})
  void dataIsNoWord(int length, int words) {
    assertThat(words("x".repeat(length))).hasSize(words);
  }

  private static List<String> words(String text) {
    IdentifierTokens words = IdentifierTokens.of(text);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < words.count(); i++) {
      all.add(words.get(i));
    }
    return all;
  }
}
