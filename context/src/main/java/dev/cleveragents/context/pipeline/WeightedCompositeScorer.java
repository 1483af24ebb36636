package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Score;
import dev.cleveragents.context.Vote;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stage 6: scores each fragment and keeps the parts. Relevance is the sum of its votes, and a
 * quarter of what a strategy that did not find it gives to something else in its file. Agreement of
 * strategies and recency are no parts of their own: both made the lines shown worse
 * (bench/README.md).
 */
final class WeightedCompositeScorer {

  private static final double RELEVANCE = 0.6;
  private static final double HIERARCHY = 0.4;

  /** What a find in the same file is worth beside one of the fragment itself. */
  private static final double SAME_FILE = 0.25;

  List<ScoredCandidate> score(List<Candidate> candidates, ContextRequest request) {
    Map<String, Map<String, Double>> files = RankFusion.byFile(candidates);
    TestFiles tests = TestFiles.of(request);
    return candidates.stream()
        .map(
            candidate ->
                scored(
                    candidate,
                    relevance(candidate, files),
                    hierarchy(candidate.fragment().node(), request),
                    tests.factor(candidate.fragment().path())))
        .toList();
  }

  private static ScoredCandidate scored(
      Candidate candidate, double relevance, double hierarchy, double kind) {
    double total = kind * (RELEVANCE * relevance + HIERARCHY * hierarchy);
    return new ScoredCandidate(candidate, new Score(relevance, hierarchy, kind, total));
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
}
