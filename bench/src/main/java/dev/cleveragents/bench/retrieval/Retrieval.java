package dev.cleveragents.bench.retrieval;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a ranking is worth when it is known what was wanted. A file counts once. */
final class Retrieval {

  private Retrieval() {}

  /** The part of what was wanted that is among the first {@code k} files. */
  static double recallAt(int k, List<Ranked> ranking, Set<String> wanted) {
    Set<String> seen = new HashSet<>();
    int found = 0;
    for (Ranked file : ranking) {
      if (seen.size() == k) {
        break;
      }
      if (seen.add(file.path()) && wanted.contains(file.path())) {
        found++;
      }
    }
    return part(found, wanted);
  }

  /**
   * The part of what was wanted that is among what fits: in the order of the ranking, leaving out
   * what is too long for what room is left.
   */
  static double recallWithin(int tokens, List<Ranked> ranking, Set<String> wanted) {
    Set<String> seen = new HashSet<>();
    int found = 0;
    long left = tokens;
    for (Ranked file : ranking) {
      if (file.tokens() <= left) {
        left -= file.tokens();
        if (seen.add(file.path()) && wanted.contains(file.path())) {
          found++;
        }
      }
    }
    return part(found, wanted);
  }

  /** One divided by the place of the first file that was wanted; 0 if there is none. */
  static double reciprocalRank(List<Ranked> ranking, Set<String> wanted) {
    Set<String> seen = new HashSet<>();
    for (Ranked file : ranking) {
      seen.add(file.path());
      if (wanted.contains(file.path())) {
        return 1.0 / seen.size();
      }
    }
    return 0;
  }

  private static double part(int found, Set<String> wanted) {
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("Recall needs something that was wanted");
    }
    return (double) found / wanted.size();
  }
}
