package dev.cleveragents.bench.retrieval;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Files by their scores, the best first, then by path; those of 0 are not there. */
final class Scores {

  private Scores() {}

  /**
   * The best {@link Ranker#MOST} of them.
   *
   * @param there whether a file is in the tree
   * @param cost how many tokens showing it costs
   */
  static List<Ranked> best(
      Map<String, Double> scores, Predicate<String> there, ToIntFunction<String> cost) {
    return scores.entrySet().stream()
        .filter(file -> file.getValue() > 0 && there.test(file.getKey()))
        .sorted(
            Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(Ranker.MOST)
        .map(file -> new Ranked(file.getKey(), file.getValue(), cost.applyAsInt(file.getKey())))
        .toList();
  }
}
