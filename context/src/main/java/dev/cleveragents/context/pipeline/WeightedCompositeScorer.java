package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Score;
import dev.cleveragents.context.Vote;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stage 6: what each fragment counts for, and why. Relevance is the sum of its votes, and half of
 * what a strategy that did not find it gives to something else in its file. Nothing here looks at a
 * clock: recency is beside the newest that was found.
 */
final class WeightedCompositeScorer {

  private static final double RELEVANCE = 0.4;
  private static final double HIERARCHY = 0.3;
  private static final double QUALITY = 0.2;
  private static final double RECENCY = 0.1;

  /** What a find in the same file is worth beside one of the fragment itself. */
  private static final double SAME_FILE = 0.5;

  /** What is so much older than the newest is half as recent. */
  private static final Duration HALF_LIFE = Duration.ofDays(90);

  /**
   * @param asked the weights of the strategies that answered, by name
   */
  List<ScoredCandidate> score(
      List<Candidate> candidates, ContextRequest request, Map<String, Double> asked) {
    Map<String, Map<String, Double>> files = RankFusion.byFile(candidates);
    Optional<Instant> newest =
        candidates.stream()
            .flatMap(c -> c.fragment().provenance().time().stream())
            .max(Comparator.naturalOrder());
    double allWeights = sum(asked);
    return candidates.stream()
        .map(
            candidate ->
                scored(
                    candidate,
                    relevance(candidate, files),
                    hierarchy(candidate.fragment().node(), request),
                    agreement(candidate, asked, allWeights),
                    recency(candidate.fragment().provenance().time(), newest)))
        .toList();
  }

  private static ScoredCandidate scored(
      Candidate candidate, double relevance, double hierarchy, double quality, double recency) {
    double total =
        RELEVANCE * relevance + HIERARCHY * hierarchy + QUALITY * quality + RECENCY * recency;
    return new ScoredCandidate(candidate, new Score(relevance, hierarchy, quality, recency, total));
  }

  private static double relevance(Candidate candidate, Map<String, Map<String, Double>> files) {
    Set<String> own =
        candidate.votes().stream().map(Vote::strategy).collect(Collectors.toUnmodifiableSet());
    double others =
        files.getOrDefault(candidate.fragment().path(), Map.of()).entrySet().stream()
            .filter(file -> !own.contains(file.getKey()))
            .sorted(Map.Entry.comparingByKey())
            .mapToDouble(Map.Entry::getValue)
            .sum();
    return Math.min(1, candidate.gain() + SAME_FILE * others);
  }

  private static double hierarchy(NodeId node, ContextRequest request) {
    return FolderDistance.isNamed(request.entities(), node)
        ? 1
        : FolderDistance.toAny(request.focus(), node);
  }

  private static double agreement(
      Candidate candidate, Map<String, Double> asked, double allWeights) {
    double found =
        candidate.votes().stream().mapToDouble(v -> asked.getOrDefault(v.strategy(), 0.0)).sum();
    return allWeights > 0 ? Math.min(1, found / allWeights) : 0;
  }

  private static double recency(Optional<Instant> time, Optional<Instant> newest) {
    if (time.isEmpty() || newest.isEmpty()) {
      return 0;
    }
    double halvings =
        (double) Duration.between(time.get(), newest.get()).toSeconds() / HALF_LIFE.toSeconds();
    return StrictMath.pow(0.5, halvings);
  }

  private static double sum(Map<String, Double> weights) {
    return weights.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
