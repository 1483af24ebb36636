package dev.cleveragents.kernel.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeSourceTest {

  private final TimeSource time = TimeSource.system();

  @Test
  void durationsAreReadFromTheMonotonicClock() {
    long before = System.nanoTime();
    long read = time.nanos();
    long after = System.nanoTime();

    assertThat(read - before).isNotNegative();
    assertThat(after - read).isNotNegative();
  }

  @Test
  void peopleAreShownTheWallClock() {
    Instant before = Instant.now();

    assertThat(time.wallTime()).isBetween(before.minusSeconds(60), before.plusSeconds(60));
  }
}
