package dev.cleveragents.context.strategy;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@link Arce} has been given so far. A hit is worth the more the nearer the top it was, half
 * as much in each later round; what is given several times is worth the sum. For one thread.
 */
final class RoundHits {

  private record Place(NodeId node, LineRange lines, Depth depth) {
    static Place of(ContextFragment fragment) {
      return new Place(fragment.node(), fragment.lines(), fragment.depth());
    }
  }

  /** Something found, what it is worth, and what was asked for when it was found first. */
  record Hit(ContextFragment fragment, double worth, String why) {
    private Hit plus(Hit again) {
      return new Hit(fragment, worth + again.worth, why);
    }
  }

  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble((Hit hit) -> -hit.worth())
          .thenComparing(hit -> hit.fragment().node())
          .thenComparingInt(hit -> hit.fragment().lines().first())
          .thenComparingInt(hit -> hit.fragment().lines().last())
          .thenComparing(hit -> hit.fragment().depth());

  private final Map<Place, Hit> hits = new LinkedHashMap<>();

  /** Adds what was found in a round, the best first. */
  void add(List<ContextFragment> found, int round, String why) {
    for (int rank = 0; rank < found.size(); rank++) {
      ContextFragment fragment = found.get(rank);
      double worth = StrictMath.pow(0.5, round) / (1 + rank);
      hits.merge(Place.of(fragment), new Hit(fragment, worth, why), Hit::plus);
    }
  }

  int size() {
    return hits.size();
  }

  /** All of them, the best first. */
  List<Hit> all() {
    return hits.values().stream().sorted(BEST_FIRST).toList();
  }

  List<ContextFragment> best(int count) {
    return all().stream().limit(count).map(Hit::fragment).toList();
  }

  /** What the best is worth. */
  double most() {
    return hits.values().stream().mapToDouble(Hit::worth).max().orElse(1);
  }
}
