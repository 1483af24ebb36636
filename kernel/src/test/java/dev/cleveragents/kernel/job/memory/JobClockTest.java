package dev.cleveragents.kernel.job.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobClockTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @ParameterizedTest
  @ValueSource(longs = {0, 5_000_000_000L, -5_000_000_000L, Long.MAX_VALUE - 1_000_000_000L})
  void itStartsAtWallTimeWhateverTheMonotonicClockShows(long start) {
    Readings readings = new Readings(start);
    JobClock clock = new JobClock(readings);
    assertThat(clock.now()).isEqualTo(NOON);
    readings.nanos += Duration.ofSeconds(2).toNanos();
    assertThat(clock.now()).isEqualTo(NOON.plusSeconds(2));
  }

  @Test
  void aWallClockThatJumpsDoesNotMoveIt() {
    Readings readings = new Readings(0);
    JobClock clock = new JobClock(readings);
    readings.wall = NOON.minus(Duration.ofDays(1));
    assertThat(clock.now()).isEqualTo(NOON);
  }

  private static final class Readings implements TimeSource {
    private long nanos;
    private Instant wall = NOON;

    private Readings(long nanos) {
      this.nanos = nanos;
    }

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public Instant wallTime() {
      return wall;
    }
  }
}
