package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Vote;
import dev.cleveragents.context.pipeline.execution.StrategyAnswer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes the finds of different strategies comparable. A strategy's relevance means something only
 * beside its own others, so a find is worth half by its place in the list and half by its relevance
 * beside the best of the list, times the strategy's part of all the weights. Within one strategy
 * worth falls strictly with the place: with all weights but one at 0, the order is that strategy's
 * own. A fragment that several find gets the sum.
 */
final class RankFusion {

  /** The place at which half of what the first one gets for its place is left. */
  private static final double HALF_AT = 10;

  private RankFusion() {}

  /** Every find of every strategy that answered, with its one vote. */
  static List<Candidate> candidates(List<StrategyAnswer> answers) {
    double weights =
        answers.stream()
            .filter(answer -> !answer.fragments().isEmpty())
            .mapToDouble(answer -> answer.share().chosen().weight())
            .sum();
    List<Candidate> all = new ArrayList<>();
    for (StrategyAnswer answer : answers) {
      all.addAll(candidates(answer, answer.share().chosen().weight() / weights));
    }
    return all;
  }

  private static List<Candidate> candidates(StrategyAnswer answer, double part) {
    List<ContextFragment> found = answer.fragments();
    double best = found.stream().mapToDouble(ContextFragment::relevance).max().orElse(0);
    double lowest = best;
    List<Candidate> candidates = new ArrayList<>();
    for (int rank = 0; rank < found.size(); rank++) {
      ContextFragment fragment = found.get(rank);
      lowest = Math.min(lowest, fragment.relevance());
      double byScore = best > 0 ? lowest / best : 0;
      double byPlace = HALF_AT / (HALF_AT + rank);
      Vote vote =
          new Vote(
              answer.share().name(),
              rank,
              part * (byScore + byPlace) / 2,
              fragment.provenance().why());
      candidates.add(new Candidate(fragment, List.of(vote), List.of()));
    }
    return candidates;
  }

  /**
   * What each strategy gives to each file at most: by path, then by strategy. A file is as relevant
   * as the sum of what the strategies give it.
   */
  static Map<String, Map<String, Double>> byFile(List<Candidate> candidates) {
    Map<String, Map<String, Double>> files = new LinkedHashMap<>();
    for (Candidate candidate : candidates) {
      Map<String, Double> file =
          files.computeIfAbsent(candidate.fragment().path(), _ -> new LinkedHashMap<>());
      candidate.votes().forEach(vote -> file.merge(vote.strategy(), vote.gain(), Math::max));
    }
    return files;
  }

  /** All the files in which something was found, the most relevant first. */
  static List<String> ranking(List<Candidate> candidates) {
    Map<String, Double> relevance =
        byFile(candidates).entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, file -> sum(file.getValue())));
    return relevance.keySet().stream()
        .sorted(
            Comparator.comparingDouble((String path) -> -relevance.getOrDefault(path, 0.0))
                .thenComparing(path -> path))
        .toList();
  }

  /** In the order of the names, since sums of fractions depend on their order. */
  private static double sum(Map<String, Double> byStrategy) {
    return byStrategy.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
