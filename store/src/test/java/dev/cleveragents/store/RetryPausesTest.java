package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.store.connection.ErrorKind;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPausesTest {

  /** Between half of the longest and all of it. */
  @ParameterizedTest
  @CsvSource({"TRANSIENT, 4", "CONNECTION_LOST, 500", "NO_ANSWER, 500", "NO_CONNECTION, 2000"})
  void pausesGrowUpToTheLimitOfTheErrorKind(ErrorKind trouble, long longestMillis) {
    RetryPauses pauses = new RetryPauses();
    assertThat(pauses.next(trouble)).isLessThanOrEqualTo(Duration.ofNanos(500_000));
    Duration last = Duration.ZERO;
    for (int i = 0; i < 20; i++) {
      last = pauses.next(trouble);
    }
    assertThat(last)
        .isBetween(Duration.ofMillis(longestMillis / 2), Duration.ofMillis(longestMillis));
  }
}
