package dev.cleveragents.context.strategy;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words of a text: identifiers split at changes of case, lower case, two letters or more,
 * without those that every English sentence has.
 */
final class Words {

  private static final Set<String> EVERYWHERE =
      Set.of(
          "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "of", "on",
          "or", "so", "that", "the", "this", "to", "we", "when", "with");

  private static final Pattern BETWEEN =
      Pattern.compile(
          "[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})|(?<=\\p{L})(?=\\p{N})|(?<=\\p{N})(?=\\p{L})");

  private Words() {}

  static Set<String> of(String text) {
    Set<String> words = new LinkedHashSet<>();
    for (String word : BETWEEN.split(text, -1)) {
      String plain = word.toLowerCase(Locale.ROOT);
      if (plain.length() > 1 && !EVERYWHERE.contains(plain)) {
        words.add(plain);
      }
    }
    return words;
  }
}
