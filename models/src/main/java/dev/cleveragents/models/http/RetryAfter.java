package dev.cleveragents.models.http;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads how long a provider asks to wait: in seconds, in milliseconds or until a date. */
public final class RetryAfter {

  private static final Duration LONGEST = Duration.ofDays(1);

  private RetryAfter() {}

  /** The wait that these headers ask for; a value that cannot be read asks for none. */
  public static Optional<Duration> in(HttpHeaders headers, Instant now) {
    Optional<Duration> exact =
        headers.firstValue("retry-after-ms").flatMap(it -> seconds(it, 0.001));
    return exact.isPresent()
        ? exact
        : headers.firstValue("retry-after").flatMap(it -> seconds(it, 1).or(() -> until(it, now)));
  }

  /** A number of seconds, as {@code 1.5}; also with its unit, as {@code 1.5s}. */
  public static Optional<Duration> seconds(String text) {
    return seconds(text.endsWith("s") ? text.substring(0, text.length() - 1) : text, 1);
  }

  private static Optional<Duration> seconds(String text, double unit) {
    try {
      double seconds = Double.parseDouble(text.strip()) * unit;
      return seconds >= 0
          ? Optional.of(bounded(Duration.ofMillis(Math.round(Math.min(seconds, 1e6) * 1000))))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Duration> until(String text, Instant now) {
    try {
      Instant date =
          ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration left = Duration.between(now, date);
      return Optional.of(left.isNegative() ? Duration.ZERO : bounded(left));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Duration bounded(Duration wait) {
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }
}
