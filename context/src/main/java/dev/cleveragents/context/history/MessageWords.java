package dev.cleveragents.context.history;

import dev.cleveragents.context.code.NameParts;
import dev.cleveragents.context.code.QuestionWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The words of a message, so that those of a question meet them: names are taken apart at their
 * humps, what every message or question says is left out, and the commonest endings go.
 */
final class MessageWords {

  private static final Set<String> SAID_EVERYWHERE =
      Set.of(
          "the", "and", "for", "with", "from", "that", "this", "into", "not", "are", "was", "has",
          "have", "when", "then", "than", "its", "it", "is", "be", "to", "of", "in", "on", "at",
          "by", "an", "as", "or", "if", "no", "we", "do", "so", "up", "but", "can", "all", "also",
          "more", "some", "use", "add", "fix", "update", "change", "make", "remove", "issue", "pr",
          "pull", "request", "merge", "branch", "commit");

  private MessageWords() {}

  static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    for (String piece : NameParts.of(text)) {
      String word = QuestionWords.ALL.contains(piece) ? "" : stem(piece);
      if (word.length() > 1 && word.length() <= 40 && !SAID_EVERYWHERE.contains(word)) {
        words.add(word);
      }
    }
    return words;
  }

  private static String stem(String word) {
    int length = word.length();
    if (length > 5 && word.endsWith("ing")) {
      return undouble(word.substring(0, length - 3));
    }
    if (length > 4 && word.endsWith("ies")) {
      return word.substring(0, length - 3) + "y";
    }
    if (length > 4 && (word.endsWith("ed") || endsSharply(word))) {
      return undouble(word.substring(0, length - 2));
    }
    if (length > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us")) {
      return unvoiced(word.substring(0, length - 1));
    }
    return unvoiced(word);
  }

  private static boolean endsSharply(String word) {
    return word.endsWith("xes")
        || word.endsWith("ches")
        || word.endsWith("shes")
        || word.endsWith("sses");
  }

  /** {@code stopp} is {@code stop}. */
  private static String undouble(String word) {
    int last = word.length() - 1;
    boolean twice = last > 2 && word.charAt(last) == word.charAt(last - 1);
    return twice && "aeiousl".indexOf(word.charAt(last)) < 0 ? word.substring(0, last) : word;
  }

  /** {@code cache}, like {@code cached} and {@code caching}, is {@code cach}. */
  private static String unvoiced(String word) {
    return word.length() > 4 && word.endsWith("e") ? word.substring(0, word.length() - 1) : word;
  }
}
