package dev.cleveragents.workspace;

import java.time.Duration;

/** Durations in messages for users. */
public final class ShownDuration {

  private ShownDuration() {}

  /** In whole seconds, or in milliseconds if these would be lost: {@code 90 s}, {@code 1500 ms}. */
  public static String of(Duration duration) {
    return duration.equals(Duration.ofSeconds(duration.toSeconds()))
        ? duration.toSeconds() + " s"
        : Math.max(1, duration.toMillis()) + " ms";
  }
}
