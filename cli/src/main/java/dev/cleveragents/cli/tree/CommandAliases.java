package dev.cleveragents.cli.tree;

import dev.cleveragents.workspace.NameSuggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Other words for commands. A command of {@code plan} works without the word {@code plan} where no
 * other command has its name ({@code agents status}); and in a group that lacks a word its usual
 * synonym works ({@code agents plan ls}).
 */
final class CommandAliases {

  private static final String PLAN = "plan";

  /** What a word means in a group without a command of that name; the first one there counts. */
  private static final Map<String, List<String>> SYNONYMS =
      Map.of(
          "ls", List.of("list"),
          "ps", List.of("list"),
          "rm", List.of("remove", "delete"),
          "remove", List.of("delete"),
          "delete", List.of("remove"),
          "add", List.of("create"),
          "create", List.of("add"),
          "show", List.of("status", "get"),
          "get", List.of("show"));

  /** What users of other tools may look for; not the same, so only suggested. */
  private static final Map<String, List<String>> RELATED =
      Map.ofEntries(
          Map.entry("rm", List.of("archive", "cancel", "unset", "unlink", "clear")),
          Map.entry("remove", List.of("archive", "cancel", "unset", "unlink", "clear")),
          Map.entry("delete", List.of("archive", "cancel", "unset", "unlink", "clear")),
          Map.entry("stop", List.of("pause", "cancel")),
          Map.entry("kill", List.of("cancel")),
          Map.entry("abort", List.of("cancel")),
          Map.entry("continue", List.of("resume")),
          Map.entry("revert", List.of("undo")),
          Map.entry("commit", List.of("apply")),
          Map.entry("merge", List.of("apply")),
          Map.entry("approve", List.of("approvals")),
          Map.entry("reject", List.of("approvals")),
          Map.entry("start", List.of("run", "execute")),
          Map.entry("exec", List.of("run", "execute")),
          Map.entry("queue", List.of("job", "status")),
          Map.entry("history", List.of("log", "list")),
          Map.entry("doctor", List.of("diagnostics")),
          Map.entry("settings", List.of("config")));

  private CommandAliases() {}

  /** The words of a command's path with their usual names; other words stay. */
  static List<String> expanded(List<String> words) {
    if (words.isEmpty()) {
      return words;
    }
    List<String> all = new ArrayList<>(words);
    if (!CommandTree.has(words.getFirst())) {
      meant(CommandTree.namesIn(PLAN), words.getFirst())
          .ifPresent(
              name -> {
                all.set(0, name);
                all.addFirst(PLAN);
              });
    } else if (words.size() > 1) {
      meant(CommandTree.namesIn(words.getFirst()), words.get(1))
          .ifPresent(name -> all.set(1, name));
    }
    return all;
  }

  /**
   * The same for a whole command line.
   *
   * @param positions of the words among the arguments
   */
  static String[] expanded(List<Integer> positions, String... arguments) {
    List<String> path = positions.stream().limit(2).map(at -> arguments[at]).toList();
    List<String> meant = expanded(path);
    List<String> all = new ArrayList<>(List.of(arguments));
    if (meant.size() > path.size()) {
      all.add(positions.getFirst(), PLAN);
      all.set(positions.getFirst() + 1, meant.get(1));
    } else {
      for (int i = 0; i < path.size(); i++) {
        all.set(positions.get(i), meant.get(i));
      }
    }
    return all.toArray(String[]::new);
  }

  /** The command that a mistyped word was probably meant to be, as typed after the group. */
  static Optional<String> near(String word, Collection<String> names, boolean top) {
    return NameSuggestion.to(word, names)
        .or(() -> NameSuggestion.to(word, ofPlans(top)).map(CommandAliases::ofPlan));
  }

  /** The command that does something like what the word means in other tools. */
  static Optional<String> related(String word, Collection<String> names, boolean top) {
    return related(word, names).or(() -> related(word, ofPlans(top)).map(CommandAliases::ofPlan));
  }

  private static Collection<String> ofPlans(boolean top) {
    return top ? CommandTree.namesIn(PLAN) : List.of();
  }

  private static String ofPlan(String name) {
    return PLAN + " " + name;
  }

  private static Optional<String> meant(Set<String> names, String word) {
    return names.contains(word)
        ? Optional.of(word)
        : SYNONYMS.getOrDefault(word, List.of()).stream().filter(names::contains).findFirst();
  }

  private static Optional<String> related(String word, Collection<String> names) {
    return RELATED.getOrDefault(word, List.of()).stream().filter(names::contains).findFirst();
  }
}
