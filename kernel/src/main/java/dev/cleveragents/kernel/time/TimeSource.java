package dev.cleveragents.kernel.time;

import java.time.Instant;

/**
 * Where a class reads time. Durations and decisions use {@link #nanos()}, which never jumps; {@link
 * #wallTime()} is for people and may jump either way without breaking anything.
 */
public interface TimeSource {

  /** A monotonic reading in nanoseconds; only differences between two readings mean anything. */
  long nanos();

  /** The time a person would read off a clock now. */
  Instant wallTime();

  /** This machine's clocks. */
  static TimeSource system() {
    return SystemTime.INSTANCE;
  }
}
