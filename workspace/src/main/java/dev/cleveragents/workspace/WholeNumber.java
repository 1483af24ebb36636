package dev.cleveragents.workspace;

import java.util.regex.Pattern;

/** Reads whole numbers of users. Java also reads digits of other scripts, which no user means. */
public final class WholeNumber {

  private static final Pattern ASCII = Pattern.compile("[+-]?[0-9]{1,18}");

  private WholeNumber() {}

  /**
   * Reads a number of up to 18 ASCII digits.
   *
   * @throws NumberFormatException if the text is none; the message is for the user
   */
  public static long parse(String text) {
    if (!ASCII.matcher(text).matches()) {
      throw new NumberFormatException("'%s' is not a whole number".formatted(text));
    }
    return Long.parseLong(text);
  }
}
