package dev.cleveragents.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({"200ms,PT0.2S", "30s,PT30S", "5m,PT5M", "1h30m,PT1H30M", "2d,PT48H", "0s,PT0S"})
  void aSpanIsReadAsPeopleWriteIt(String text, Duration span) {
    assertThat(DurationText.parse(text)).isEqualTo(span);
    assertThat(DurationText.parse(DurationText.write(span))).isEqualTo(span);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "5 m", "-5s", "1.5h", "5M", "99999999999d"})
  void whatIsNoSpanIsRefusedWithExamples(String text) {
    assertThatThrownBy(() -> DurationText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a duration; write for example 500ms");
  }

  @Test
  void aSpanIsWrittenToTheMillisecond() {
    assertThat(DurationText.write(Duration.ofMillis(90_061_001))).isEqualTo("1d1h1m1s1ms");
    assertThat(DurationText.write(Duration.ZERO)).isEqualTo("0ms");
  }
}
