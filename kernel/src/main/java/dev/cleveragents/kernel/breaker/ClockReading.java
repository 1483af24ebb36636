package dev.cleveragents.kernel.breaker;

import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * One reading of both clocks.
 *
 * @param nanos the monotonic reading, which decides
 * @param wall the same moment for people, which decides nothing
 */
record ClockReading(long nanos, Instant wall) {

  static ClockReading read(TimeSource time) {
    return new ClockReading(time.nanos(), time.wallTime());
  }

  ClockReading plus(Duration by) {
    return new ClockReading(nanos + by.toNanos(), wall.plus(by));
  }

  /** How long from {@code now} until this moment; zero or negative once it has come. */
  Duration from(long now) {
    return Duration.ofNanos(nanos - now);
  }

  /** Whether this moment has come at {@code now}. */
  boolean reached(long now) {
    return now - nanos >= 0;
  }
}
