package dev.cleveragents.kernel.breaker;

import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock moved by hand, with nothing in it that the checker would have to explore. */
final class AtomicTime implements TimeSource {
  private final AtomicLong nanos = new AtomicLong();

  void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public Instant wallTime() {
    return Instant.EPOCH;
  }
}
