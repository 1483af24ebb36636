package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BreakerSettingsTest {

  @Test
  void theDefaultsAreThoseDocumented() {
    assertThat(BreakerSettings.defaults())
        .isEqualTo(
            new BreakerSettings(
                3, Duration.ofSeconds(30), Duration.ofMinutes(10), Duration.ofSeconds(60)));
  }

  @Test
  void theThresholdCanBeSetAlone() {
    assertThat(BreakerSettings.defaults().withFailureThreshold(7))
        .isEqualTo(
            new BreakerSettings(
                7, Duration.ofSeconds(30), Duration.ofMinutes(10), Duration.ofSeconds(60)));
  }

  @ParameterizedTest
  @CsvSource({
    "1, PT0.000000001S, PT0.000000001S, PT0.000000001S",
    "1000, PT8760H, PT8760H, PT8760H"
  })
  void theLimitsThemselvesAreAllowed(
      int threshold, Duration openFor, Duration maxOpenFor, Duration trialDeadline) {
    assertThat(new BreakerSettings(threshold, openFor, maxOpenFor, trialDeadline)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT30S, PT10M, PT1M, failureThreshold is 0. Give a number of failures from 1 to 1000",
    "-1, PT30S, PT10M, PT1M, failureThreshold is -1",
    "1001, PT30S, PT10M, PT1M, failureThreshold is 1001",
    "3, PT0S, PT10M, PT1M, openFor is PT0S. Give a duration above zero and of at most 365 days",
    "3, PT-1S, PT10M, PT1M, openFor is PT-1S",
    "3, PT8760H0.000000001S, PT8760H, PT1M, openFor is PT8760H0.000000001S",
    "3, PT30S, PT8760H0.000000001S, PT1M, maxOpenFor is",
    "3, PT30S, PT10M, PT0S, trialDeadline is PT0S",
    "3, PT30S, PT29.999S, PT1M, maxOpenFor (PT29.999S) is shorter than openFor (PT30S). Raise"
  })
  void anInvalidValueIsRefusedWithTheReason(
      int threshold,
      Duration openFor,
      Duration maxOpenFor,
      Duration trialDeadline,
      String message) {
    assertThatThrownBy(() -> new BreakerSettings(threshold, openFor, maxOpenFor, trialDeadline))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theWaitDoublesUpToTheLongest() {
    BreakerSettings settings =
        new BreakerSettings(
            3, Duration.ofSeconds(30), Duration.ofSeconds(100), Duration.ofSeconds(60));
    assertThat(settings.openForAfter(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(60));
    assertThat(settings.openForAfter(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(100));
    assertThat(settings.openForAfter(Duration.ofSeconds(100))).isEqualTo(Duration.ofSeconds(100));
  }
}
