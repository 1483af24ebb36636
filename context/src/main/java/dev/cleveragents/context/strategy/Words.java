package dev.cleveragents.context.strategy;

import dev.cleveragents.context.code.NameParts;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The words of a text: identifiers split at changes of case, lower case, two letters or more,
 * without those that every English sentence has.
 */
final class Words {

  private static final Set<String> EVERYWHERE =
      Set.of(
          "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "of", "on",
          "or", "so", "that", "the", "this", "to", "we", "when", "with");

  private Words() {}

  static Set<String> of(String text) {
    Set<String> words = new LinkedHashSet<>();
    for (String word : NameParts.of(text)) {
      if (word.length() > 1 && !EVERYWHERE.contains(word)) {
        words.add(word);
      }
    }
    return words;
  }
}
