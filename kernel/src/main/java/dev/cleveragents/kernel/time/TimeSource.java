package dev.cleveragents.kernel.time;

import java.time.Instant;

/**
 * The clocks a class reads. Durations and decisions use {@link #nanos()}, which never jumps; {@link
 * #wallTime()} is for people and may jump either way without breaking anything.
 */
public interface TimeSource {

  /** A monotonic reading in nanoseconds; only differences between two readings mean anything. */
  long nanos();

  /** The wall-clock time now. */
  Instant wallTime();

  /** This machine's clocks. */
  static TimeSource system() {
    return new TimeSource() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public Instant wallTime() {
        return Instant.now();
      }
    };
  }
}
