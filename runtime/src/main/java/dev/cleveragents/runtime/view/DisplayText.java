package dev.cleveragents.runtime.view;

import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.workspace.CountedNoun;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Formats values for users: ids, times, durations, words. Every view and message for people uses
 * these; JSON and YAML have whole ids and ISO times.
 */
public final class DisplayText {

  private static final int SHORT_ID = 8;
  private static final int SHORT_HASH = 10;

  /** A ULID that is a word of its own, and no part of a path or a file name. */
  private static final Pattern ID =
      Pattern.compile("(?<![\\w/.-])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![\\w/-]|\\.\\w)");

  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
  private static final Duration LONG_AGO = Duration.ofDays(30);

  private DisplayText() {}

  /** The last characters of an id: enough to name it on the command line. */
  public static String shortId(Object id) {
    String text = id.toString();
    return text.substring(Math.max(0, text.length() - SHORT_ID));
  }

  /** The text with each id in its short form, but for ids in paths. */
  public static String shortIds(String text) {
    return ID.matcher(text).replaceAll(id -> shortId(id.group()));
  }

  /** The first characters of the hash of a commit or a tree. */
  static String shortHash(String hash) {
    return hash.substring(0, Math.min(SHORT_HASH, hash.length()));
  }

  /** The local time, to the second. */
  public static String time(Instant at) {
    return TIME.format(at.atZone(ZoneId.systemDefault()));
  }

  /** How long ago that was, such as {@code 4 min ago}; the local date after 30 days. */
  public static String ago(Instant at) {
    return ago(at, TimeSource.system().wallTime());
  }

  /** The same at that moment. The clock of a store may be ahead a little, which counts as now. */
  static String ago(Instant at, Instant now) {
    Duration age = Duration.between(at, now);
    if (age.compareTo(Duration.ofMinutes(-1)) < 0) {
      return time(at);
    }
    if (age.toSeconds() < 1) {
      return "now";
    }
    if (age.toMinutes() < 1) {
      return age.toSeconds() + " s ago";
    }
    if (age.toHours() < 1) {
      return age.toMinutes() + " min ago";
    }
    if (age.toDays() < 1) {
      return age.toHours() + " h ago";
    }
    return age.compareTo(LONG_AGO) < 0
        ? CountedNoun.of(age.toDays(), "day") + " ago"
        : DATE.format(at.atZone(ZoneId.systemDefault()));
  }

  /** The first line of a text. */
  public static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  /** The text on one line. */
  static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
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
   * A duration in whole seconds, or its two greatest parts. One below zero counts as none: the
   * clocks of the store and of this machine may differ a little.
   */
  public static String roundedDuration(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    return seconds < 60 ? seconds + "s" : duration(Duration.ofSeconds(seconds));
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
