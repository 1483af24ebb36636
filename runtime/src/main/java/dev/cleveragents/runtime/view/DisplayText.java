package dev.cleveragents.runtime.view;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats values for users. */
public final class DisplayText {

  private static final int SHORT_ID = 8;

  private DisplayText() {}

  /** The last characters of an id: enough to name it on the command line. */
  public static String shortId(Object id) {
    String text = id.toString();
    return text.substring(Math.max(0, text.length() - SHORT_ID));
  }

  /** The first line of a text. */
  public static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  /** The name of a check with that word before it, unless it begins with it. */
  public static String check(String name) {
    return name.startsWith("check") ? name : "check " + name;
  }

  /** The last line of a text that is not blank; empty if there is none. */
  public static String lastLine(String text) {
    return text.lines().filter(line -> !line.isBlank()).reduce("", (_, last) -> last).strip();
  }

  /** The text of a value, or null. */
  static @Nullable String orNull(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  /** The name of a constant in lower case. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The two greatest parts of a duration, for example {@code 1h 5m}, {@code 2.5s}, {@code 40ms}.
   */
  public static String duration(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1_000) {
      return millis + "ms";
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.1fs", millis / 1_000.0);
    }
    if (millis < 3_600_000) {
      return "%dm %ds".formatted(duration.toMinutes(), duration.toSecondsPart());
    }
    return duration.toDays() == 0
        ? "%dh %dm".formatted(duration.toHours(), duration.toMinutesPart())
        : "%dd %dh".formatted(duration.toDays(), duration.toHoursPart());
  }
}
