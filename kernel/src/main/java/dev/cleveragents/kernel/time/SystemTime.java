package dev.cleveragents.kernel.time;

import java.time.Instant;

enum SystemTime implements TimeSource {
  INSTANCE;

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant wallTime() {
    return Instant.now();
  }
}
