package dev.cleveragents.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownDurationTest {

  @ParameterizedTest
  @CsvSource({"PT0.001S, 1 ms", "PT0.0001S, 1 ms", "PT1.5S, 1500 ms", "PT1S, 1 s", "PT2M, 120 s"})
  void a_short_one_is_not_shown_as_nothing(Duration duration, String shown) {
    assertThat(ShownDuration.of(duration)).isEqualTo(shown);
  }
}
