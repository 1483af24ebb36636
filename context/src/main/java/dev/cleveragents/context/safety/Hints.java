package dev.cleveragents.context.safety;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Which of many sets of short texts are in a text, found in one pass over it: a search by pattern
 * is needed only for those. Immutable.
 */
final class Hints {

  private static final int LETTERS = 128;

  private record Hint(String text, int set) {}

  private static final Hint[] NONE = {};

  /** By the first two letters; most pairs have none. */
  private final Hint[][] byPair = new Hint[LETTERS * LETTERS][];

  /**
   * For texts that each have at least two letters of ASCII.
   *
   * @param sets one of each set has to be in a text
   */
  Hints(List<List<String>> sets) {
    Arrays.fill(byPair, NONE);
    for (int set = 0; set < sets.size(); set++) {
      for (String text : sets.get(set)) {
        int pair = text.charAt(0) * LETTERS + text.charAt(1);
        Hint[] hints = Arrays.copyOf(byPair[pair], byPair[pair].length + 1);
        hints[hints.length - 1] = new Hint(text, set);
        byPair[pair] = hints;
      }
    }
  }

  /** The numbers of the sets of which one is in the text. */
  BitSet in(String text) {
    BitSet found = new BitSet();
    int first = LETTERS;
    for (int at = 0; at < text.length(); at++) {
      int second = text.charAt(at);
      if (first < LETTERS && second < LETTERS) {
        Hint[] hints = byPair[first * LETTERS + second];
        for (Hint hint : hints) {
          if (!found.get(hint.set) && text.startsWith(hint.text, at - 1)) {
            found.set(hint.set);
          }
        }
      }
      first = second;
    }
    return found;
  }
}
