package dev.cleveragents.cli.command;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads and writes spans of time as people do: {@code 500ms, 30s, 5m, 2h, 1d, 1h30m}. */
final class Span implements ITypeConverter<Duration> {

  private static final Pattern WHOLE = Pattern.compile("(?:[0-9]{1,9}(?:ms|s|m|h|d))+");
  private static final Pattern PART = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw new TypeConversionException(
          "'%s' is no span of time; write for example 500ms, 30s, 5m, 2h, 1d or 1h30m"
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

  /** The two greatest parts of a span, for example {@code 1h 5m}, {@code 2.5s}, {@code 40ms}. */
  static String words(Duration span) {
    long millis = span.toMillis();
    if (millis < 1_000) {
      return millis + "ms";
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.1fs", millis / 1_000.0);
    }
    if (millis < 3_600_000) {
      return "%dm %ds".formatted(span.toMinutes(), span.toSecondsPart());
    }
    return span.toDays() == 0
        ? "%dh %dm".formatted(span.toHours(), span.toMinutesPart())
        : "%dd %dh".formatted(span.toDays(), span.toHoursPart());
  }
}
