package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.WholeNumber;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The type of an argument, and the check of its values.
 *
 * @param values the allowed words of an {@code ENUM}, otherwise empty
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

    /** The form in YAML. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ArgumentType {
    values = List.copyOf(values);
  }

  /**
   * Reads a value and returns its canonical text, such as a number without leading zeros.
   *
   * @throws OperationException if the text is not a value of this type; the message says why
   */
  public String read(String text) {
    if (text.length() > LONGEST) {
      throw OperationException.invalid(
          "it has %,d characters; at most %,d are allowed".formatted(text.length(), LONGEST));
    }
    if (text.indexOf('\0') >= 0) {
      throw OperationException.invalid("it contains a NUL character");
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
      return Long.toString(WholeNumber.parse(text));
    } catch (NumberFormatException e) {
      throw OperationException.invalid(String.valueOf(e.getMessage()));
    }
  }

  private static String number(String text) {
    double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    if (!Double.isFinite(number)) {
      throw OperationException.invalid("'%s' is not a number".formatted(text));
    }
    boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
    return whole ? Long.toString((long) number) : Double.toString(number);
  }

  private static String oneOf(String text, List<String> words) {
    if (!words.contains(text)) {
      throw OperationException.invalid(
          "'%s' is not one of %s".formatted(text, String.join(", ", words)));
    }
    return text;
  }
}
