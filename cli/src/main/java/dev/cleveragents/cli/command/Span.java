package dev.cleveragents.cli.command;

import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Spans of time on the command line, read as the engine reads them, and written for people. */
public final class Span implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      return dev.cleveragents.engine.Span.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /** The two greatest parts of a span, for example {@code 1h 5m}, {@code 2.5s}, {@code 40ms}. */
  public static String words(Duration span) {
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
