package dev.cleveragents.store.crash;

import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** A wall clock that is hours off and jumps whenever it is read; durations are right. */
final class JumpingWallClock implements TimeSource {

  private final Random random;

  JumpingWallClock(long seed) {
    this.random = new Random(seed);
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant wallTime() {
    return Instant.now().plus(Duration.ofMinutes(random.nextInt(-600, 600)));
  }
}
