package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {

  private static final RetryPolicy POLICY =
      new RetryPolicy(10, Duration.ofSeconds(1), Duration.ofSeconds(10));

  @ParameterizedTest
  @CsvSource({"1,PT1S", "2,PT2S", "3,PT4S", "4,PT8S", "5,PT10S", "6,PT10S"})
  void theWaitDoublesUpToTheMaximum(int failures, Duration wait) {
    assertThat(POLICY.waitAfter(failures, 0)).isEqualTo(wait);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 64, 65, 1_100, Integer.MAX_VALUE})
  void anyNumberOfFailuresOverflowsNothing(int failures) {
    RetryPolicy slowest = new RetryPolicy(10, Duration.ofDays(36_500), Duration.ofDays(36_500));
    RetryPolicy none = new RetryPolicy(10, Duration.ZERO, Duration.ZERO);

    assertThat(POLICY.waitAfter(failures, 0)).isEqualTo(Duration.ofSeconds(10));
    assertThat(slowest.waitAfter(failures, 0)).isEqualTo(Duration.ofDays(36_500));
    assertThat(none.waitAfter(failures, 0)).isEqualTo(Duration.ZERO);
  }

  @Test
  void jitterTakesAwayUpToHalf() {
    assertThat(POLICY.waitAfter(3, 0)).isEqualTo(Duration.ofSeconds(4));
    assertThat(POLICY.waitAfter(3, 0.5)).isEqualTo(Duration.ofSeconds(3));
    assertThat(POLICY.waitAfter(3, 1)).isEqualTo(Duration.ofSeconds(2));

    Random random = new Random(7);
    for (int i = 0; i < 1_000; i++) {
      assertThat(POLICY.waitAfter(1 + random.nextInt(50), random.nextDouble()))
          .isBetween(Duration.ofMillis(500), Duration.ofSeconds(10));
    }
  }

  @Test
  void theStandardIsThreeAttemptsFromOneSecondToFiveMinutes() {
    assertThat(RetryPolicy.STANDARD)
        .isEqualTo(new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofMinutes(5)));
    assertThat(RetryPolicy.ONCE.maxAttempts()).isEqualTo(1);
    assertThat(RetryPolicy.STANDARD.withMaxAttempts(7))
        .isEqualTo(new RetryPolicy(7, Duration.ofSeconds(1), Duration.ofMinutes(5)));
  }

  @Test
  void aPolicyThatCannotBeKeptIsRefused() {
    Duration second = Duration.ofSeconds(1);
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);

    assertThatThrownBy(() -> new RetryPolicy(0, second, second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxAttempts must be at least 1, is 0");
    assertThatThrownBy(() -> new RetryPolicy(1, second.negated(), second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-1S and PT1S");
    assertThatThrownBy(() -> new RetryPolicy(1, second, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT1S and PT0S");
    assertThatThrownBy(() -> new RetryPolicy(1, second, endless))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("<= PT876000H");
  }
}
