package dev.cleveragents.workspace;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that a mistyped one was probably meant to be. */
public final class NameSuggestion {

  private NameSuggestion() {}

  /** The nearest known name, if one is near enough that a person may have meant it. */
  public static Optional<String> to(String word, Collection<String> known) {
    return known.stream()
        .filter(name -> isNear(word, name))
        .min(Comparator.comparingInt((String name) -> distance(word, name)).thenComparing(n -> n));
  }

  private static boolean isNear(String word, String name) {
    boolean beginning = word.length() >= 2 && name.startsWith(word);
    return beginning || distance(word, name) <= Math.max(1, name.length() / 3);
  }

  /** How many letters to insert, drop, change, or swap with their neighbour. */
  static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        steps[i][j] = i == 0 || j == 0 ? i + j : cheapest(steps, a, b, i, j);
      }
    }
    return steps[a.length()][b.length()];
  }

  private static int cheapest(int[][] steps, String a, String b, int i, int j) {
    int change = steps[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(change, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, 1 + steps[i - 2][j - 2]) : best;
  }
}
