package dev.cleveragents.context.code;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a text of words and names is made of, in small letters and in its order: names end at what
 * is neither letter nor digit, at changes of case, and between letters and digits.
 */
public final class NameParts {

  private static final Pattern BETWEEN =
      Pattern.compile(
          "[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})|(?<=\\p{L})(?=\\p{N})|(?<=\\p{N})(?=\\p{L})");

  private NameParts() {}

  /** The parts; {@code HTTPServer2 x} gives {@code http, server, 2, x}. */
  public static List<String> of(String text) {
    return Stream.of(BETWEEN.split(text, -1))
        .filter(part -> !part.isEmpty())
        .map(part -> part.toLowerCase(Locale.ROOT))
        .toList();
  }
}
