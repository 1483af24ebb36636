package dev.cleveragents.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameSuggestionTest {

  private static final List<String> KNOWN = List.of("version", "info", "install", "--format");

  @ParameterizedTest
  @CsvSource({
    "verison,version", "vresion,version", "versio,version", "versions,version", "ver,version",
    "ifno,info", "inof,info", "instal,install", "--fromat,--format", "--formt,--format"
  })
  void aSlipIsRecognised(String word, String meant) {
    assertThat(NameSuggestion.to(word, KNOWN)).hasValue(meant);
  }

  @ParameterizedTest
  @CsvSource({"plan", "x", "''", "conversion-of-things"})
  void somethingElseIsNot(String word) {
    assertThat(NameSuggestion.to(word, KNOWN)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'','',0", "a,'',1", "'',ab,2", "ab,ba,1", "kitten,sitting,3", "abc,abc,0"})
  void distanceCountsInsertionsDropsChangesAndSwaps(String a, String b, int steps) {
    assertThat(NameSuggestion.distance(a, b)).isEqualTo(steps);
    assertThat(NameSuggestion.distance(b, a)).isEqualTo(steps);
  }

  @Test
  void ofTwoEquallyNearTheFirstByNameIsTaken() {
    assertThat(NameSuggestion.to("cat", List.of("hat", "bat"))).hasValue("bat");
  }
}
