package dev.cleveragents.context.strategy;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.NodeId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names in texts of code: words that look like identifiers because of a capital or an underscore
 * inside them, or because something is called by them.
 */
final class MentionedNames {

  private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]{3,80}+(\\()?");
  private static final Pattern INNER = Pattern.compile("\\p{Ll}\\p{Lu}|\\p{L}_\\p{L}");

  private MentionedNames() {}

  /**
   * What these fragments mention and do not show, without what was asked already: the most
   * mentioned first, a fragment counting once for a name, then by name.
   */
  static List<String> missing(
      List<ContextFragment> fragments, String query, Collection<String> asked, int most) {
    Set<String> known = new HashSet<>();
    asked.forEach(name -> known.add(name.toLowerCase(Locale.ROOT)));
    fragments.forEach(fragment -> known.addAll(shown(fragment.node())));
    Matcher words = WORD.matcher(query);
    while (words.find()) {
      known.add(word(words).toLowerCase(Locale.ROOT));
    }
    Map<String, Integer> mentions = new HashMap<>();
    for (ContextFragment fragment : fragments) {
      for (String name : in(fragment.content())) {
        if (!known.contains(name.toLowerCase(Locale.ROOT))) {
          mentions.merge(name, 1, Integer::sum);
        }
      }
    }
    return mentions.entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<String, Integer> e) -> -e.getValue())
                .thenComparing(Map.Entry::getKey))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The identifiers in a text. */
  static Set<String> in(String text) {
    Set<String> names = new HashSet<>();
    Matcher words = WORD.matcher(text);
    while (words.find()) {
      String name = word(words);
      if (words.group(1) != null || INNER.matcher(name).find()) {
        names.add(name);
      }
    }
    return names;
  }

  private static String word(Matcher words) {
    String found = words.group();
    return words.group(1) == null ? found : found.substring(0, found.length() - 1);
  }

  /** What a node is called: its symbol's last name, and its file's without the ending. */
  private static Set<String> shown(NodeId node) {
    String path = node.path();
    String file = path.substring(path.lastIndexOf('/') + 1);
    String stem = file.contains(".") ? file.substring(0, file.indexOf('.')) : file;
    String own = node.symbol().substring(node.symbol().lastIndexOf('.') + 1);
    return new HashSet<>(List.of(stem.toLowerCase(Locale.ROOT), own.toLowerCase(Locale.ROOT)));
  }
}
