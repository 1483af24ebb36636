package dev.cleveragents.kernel.job.memory;

import dev.cleveragents.kernel.time.TimeSource;
import java.time.Instant;

/**
 * The clock a store dates its jobs by: wall time when it was made, monotonic from there, so that a
 * wall clock that jumps neither starts a delayed job early nor holds it up.
 */
final class JobClock {

  private final TimeSource time;
  private final Instant startWall;
  private final long startNanos;

  JobClock(TimeSource time) {
    this.time = time;
    this.startWall = time.wallTime();
    this.startNanos = time.nanos();
  }

  Instant now() {
    return startWall.plusNanos(time.nanos() - startNanos);
  }
}
