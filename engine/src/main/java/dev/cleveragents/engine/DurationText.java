package dev.cleveragents.engine;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes durations as people write them: {@code 500ms, 30s, 5m, 2h, 1d, 1h30m}. */
public final class DurationText {

  /** A regular expression for such a text. */
  public static final String PATTERN = "(?:[0-9]{1,9}(?:ms|s|m|h|d))+";

  private static final Pattern WHOLE = Pattern.compile(PATTERN);
  private static final Pattern PART = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

  private DurationText() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException if the text is not a duration; the message shows examples
   */
  public static Duration parse(String text) {
    if (text.length() > 100 || !WHOLE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a duration; write for example 500ms, 30s, 5m, 2h, 1d or 1h30m"
              .formatted(text));
    }
    Duration sum = Duration.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      long count = Long.parseLong(part.group(1));
      sum =
          sum.plus(
              switch (part.group(2)) {
                case "ms" -> Duration.ofMillis(count);
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                default -> Duration.ofDays(count);
              });
    }
    return sum;
  }

  /** The exact text of a duration, to the millisecond; {@link #parse} reads it back. */
  public static String write(Duration span) {
    StringBuilder text = new StringBuilder();
    append(text, span.toDaysPart(), "d");
    append(text, span.toHoursPart(), "h");
    append(text, span.toMinutesPart(), "m");
    append(text, span.toSecondsPart(), "s");
    append(text, span.toMillisPart(), "ms");
    return text.isEmpty() ? "0ms" : text.toString();
  }

  private static void append(StringBuilder text, long count, String unit) {
    if (count > 0) {
      text.append(count).append(unit);
    }
  }
}
