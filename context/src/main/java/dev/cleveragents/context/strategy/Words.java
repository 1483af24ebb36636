package dev.cleveragents.context.strategy;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The words of a text: identifiers split at changes of case, lower case, two letters or more. */
final class Words {

  private static final Pattern BETWEEN =
      Pattern.compile(
          "[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})|(?<=\\p{L})(?=\\p{N})|(?<=\\p{N})(?=\\p{L})");

  private Words() {}

  static Set<String> of(String text) {
    Set<String> words = new LinkedHashSet<>();
    for (String word : BETWEEN.split(text, -1)) {
      if (word.length() > 1) {
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }
}
