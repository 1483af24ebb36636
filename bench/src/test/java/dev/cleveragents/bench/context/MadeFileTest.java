package dev.cleveragents.bench.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MadeFileTest {

  private static final int MANY = 2_000;

  @Test
  void theSameNumbersGiveTheSameFileAndAnotherVersionOnlyAnotherText() {
    MadeFile file = MadeFile.of(7, 0, 6);
    assertThat(MadeFile.of(7, 0, 6)).isEqualTo(file);
    MadeFile later = MadeFile.of(7, 1, 6);
    assertThat(later.path()).isEqualTo(file.path());
    assertThat(later.text()).isNotEqualTo(file.text());
  }

  @Test
  void noTwoFilesHaveOnePath() {
    Set<String> paths = new HashSet<>();
    for (int number = 0; number < MANY; number++) {
      assertThat(paths.add(MadeFile.of(number, 0, 6).path())).as("file %d", number).isTrue();
    }
  }

  @Test
  void halfAreShortAndTheMeanIsThatOfRealTrees() {
    int[] lengths =
        IntStream.range(0, MANY).map(number -> MadeFile.of(number, 0, 6).text().length()).toArray();
    assertThat(IntStream.of(lengths).filter(length -> length < 3_300).count())
        .isBetween(MANY * 4L / 10, MANY * 6L / 10);
    assertThat(IntStream.of(lengths).average().orElseThrow()).isBetween(4_000.0, 6_500.0);
  }

  @Test
  void everyLanguageIsThere() {
    assertThat(IntStream.range(0, 100).mapToObj(MadeLanguage::at)).contains(MadeLanguage.values());
  }
}
