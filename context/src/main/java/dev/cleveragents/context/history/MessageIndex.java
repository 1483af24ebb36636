package dev.cleveragents.context.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Finds commits whose messages are about a question (BM25), in memory. Immutable. */
final class MessageIndex {

  private static final double SATURATION = 1.2;
  private static final double LENGTH = 0.75;

  private record Posting(int message, int times) {}

  /** A message and how well it fits. */
  record Match(int message, double score) {}

  private final Map<String, List<Posting>> postings = new HashMap<>();
  private final int[] lengths;
  private final double averageLength;

  MessageIndex(List<String> messages) {
    lengths = new int[messages.size()];
    long all = 0;
    for (int i = 0; i < messages.size(); i++) {
      List<String> words = MessageWords.of(messages.get(i));
      lengths[i] = words.size();
      all += words.size();
      Map<String, Integer> times = new HashMap<>();
      words.forEach(word -> times.merge(word, 1, Integer::sum));
      for (Map.Entry<String, Integer> one : times.entrySet()) {
        postings
            .computeIfAbsent(one.getKey(), word -> new ArrayList<>())
            .add(new Posting(i, one.getValue()));
      }
    }
    averageLength = Math.max(1, (double) all / Math.max(1, messages.size()));
  }

  /** The messages that share a word with the question, the best first, then in their order. */
  List<Match> search(String question, int most) {
    double[] scores = new double[lengths.length];
    for (String word : new LinkedHashSet<>(MessageWords.of(question))) {
      List<Posting> found = postings.getOrDefault(word, List.of());
      double rarity = Math.log(1 + (lengths.length - found.size() + 0.5) / (found.size() + 0.5));
      for (Posting posting : found) {
        double norm = 1 - LENGTH + LENGTH * lengths[posting.message] / averageLength;
        scores[posting.message] +=
            rarity * posting.times * (SATURATION + 1) / (posting.times + SATURATION * norm);
      }
    }
    List<Match> matches = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] > 0) {
        matches.add(new Match(i, scores[i]));
      }
    }
    matches.sort(
        Comparator.comparingDouble((Match it) -> -it.score).thenComparingInt(Match::message));
    return matches.subList(0, Math.min(most, matches.size()));
  }
}
