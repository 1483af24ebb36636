package dev.cleveragents.context.quality;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Joins rankings: each file has the sum of its scores, each divided by the best of its ranking and
 * multiplied by its strategy's weight. Ties go by path, so that the result depends on nothing else.
 */
public final class Fusion {

  private Fusion() {}

  /** The joined ranking of a case; strategies without a weight, or with 0, do not count. */
  public static List<Ranked> fuse(JudgedCase judged, Map<String, Double> weights) {
    Map<String, Ranked> fused = new TreeMap<>();
    new TreeMap<>(weights)
        .forEach(
            (strategy, weight) -> {
              List<Ranked> ranking = weight > 0 ? judged.ranking(strategy) : List.of();
              double best = ranking.stream().mapToDouble(Ranked::score).max().orElse(0);
              // A file with several pieces counts with its best one.
              Map<String, Ranked> once = new TreeMap<>();
              ranking.forEach(
                  it -> once.merge(it.path(), it, (a, b) -> a.score() >= b.score() ? a : b));
              for (Ranked file : best > 0 ? once.values() : List.<Ranked>of()) {
                double score = weight * file.score() / best;
                fused.merge(
                    file.path(),
                    new Ranked(file.path(), score, file.tokens()),
                    (a, b) ->
                        new Ranked(
                            a.path(), a.score() + b.score(), Math.max(a.tokens(), b.tokens())));
              }
            });
    List<Ranked> ranking = new ArrayList<>(fused.values());
    ranking.sort(
        Comparator.comparingDouble((Ranked it) -> -it.score()).thenComparing(Ranked::path));
    return ranking;
  }
}
