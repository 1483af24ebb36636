package dev.cleveragents.runtime;

import java.time.Duration;

/** How durations are written for people. */
final class Words {

  private Words() {}

  /** For example {@code 1.5 s}, {@code 10 min}, {@code 2 h}. */
  static String of(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 60_000) {
      return millis % 1000 == 0 ? millis / 1000 + " s" : millis / 1000.0 + " s";
    }
    return millis % 3_600_000 == 0 ? millis / 3_600_000 + " h" : millis / 60_000 + " min";
  }
}
