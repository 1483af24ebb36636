package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.PlanException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What an argument may be.
 *
 * @param values for {@code ENUM} the words it may be, otherwise none
 */
public record ArgumentType(Kind kind, List<String> values) {

  private static final int LONGEST = 100_000;
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][-+]?[0-9]{1,3})?");

  /** The kinds of values. */
  public enum Kind {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    ENUM;

    /** As it is written in YAML. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ArgumentType {
    values = List.copyOf(values);
  }

  /**
   * The value that a text stands for, as text in one form: a number without leading zeros or signs.
   *
   * @throws PlanException if it stands for none; the message says what would
   */
  public String read(String text) {
    if (text.length() > LONGEST) {
      throw PlanException.invalid(
          "it has %,d characters; at most %,d are allowed".formatted(text.length(), LONGEST));
    }
    if (text.indexOf('\0') >= 0) {
      throw PlanException.invalid("it has a NUL character");
    }
    return switch (kind) {
      case STRING -> text;
      case INTEGER -> integer(text.strip());
      case NUMBER -> number(text.strip());
      case BOOLEAN -> oneOf(text.strip().toLowerCase(Locale.ROOT), List.of("true", "false"));
      case ENUM -> oneOf(text.strip(), values);
    };
  }

  private static String integer(String text) {
    try {
      return Long.toString(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw PlanException.invalid("'%s' is no whole number".formatted(text));
    }
  }

  private static String number(String text) {
    double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    if (!Double.isFinite(number)) {
      throw PlanException.invalid("'%s' is no number".formatted(text));
    }
    boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
    return whole ? Long.toString((long) number) : Double.toString(number);
  }

  private static String oneOf(String text, List<String> words) {
    if (!words.contains(text)) {
      throw PlanException.invalid("'%s' is none of %s".formatted(text, String.join(", ", words)));
    }
    return text;
  }
}
