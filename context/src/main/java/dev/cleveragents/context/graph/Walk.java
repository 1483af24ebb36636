package dev.cleveragents.context.graph;

import dev.cleveragents.context.NodeId;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One walk through the graph, which can be gone on with. A node keeps the number of hops at which
 * it was first come to; ways that reach it at that same hop add up, so that what is connected more
 * counts more. For one thread.
 */
public final class Walk {

  private static final Comparator<Step> ORDER =
      Comparator.comparingInt(Step::hops)
          .thenComparing(Step::score, Comparator.reverseOrder())
          .thenComparing(Step::node);

  private final Neighbours neighbours;
  private final Lookups lookups;
  private final int frontier;
  private final CancellationToken token;
  private final Map<NodeId, Step> reached = new HashMap<>();
  private int gone;

  Walk(Lookups lookups, List<NodeId> starts, int frontier, CancellationToken token) {
    this.lookups = lookups;
    this.neighbours = new Neighbours(lookups);
    this.frontier = frontier;
    this.token = token;
    for (NodeId start : starts) {
      if (isThere(start)) {
        reached.putIfAbsent(start, new Step(start, 0, 1, Relation.START, start));
      }
    }
  }

  /**
   * Goes so many hops from the starts, or on to them, and returns where it has come to, the best
   * first: by hops, then by score, then by node. The same as if it had gone there at once.
   */
  public List<Step> to(int hops) {
    while (gone < hops) {
      for (Step step : best(gone)) {
        token.throwIfCancelled();
        goOn(step, gone + 1);
      }
      gone++;
    }
    return reached.values().stream().sorted(ORDER).toList();
  }

  private List<Step> best(int hops) {
    return reached.values().stream()
        .filter(step -> step.hops() == hops)
        .sorted(ORDER)
        .limit(frontier)
        .toList();
  }

  private void goOn(Step from, int hop) {
    Map<NodeId, Step> nearest = new HashMap<>();
    for (Neighbours.Neighbour next : neighbours.of(from.node())) {
      double score = from.score() * next.relation().weight() * next.share();
      Step step = new Step(next.node(), hop, score, next.relation(), from.node());
      nearest.merge(next.node(), step, Walk::better);
    }
    // In a fixed order: sums of floating-point numbers depend on it.
    List<Step> steps = new ArrayList<>(nearest.values());
    steps.sort(ORDER);
    steps.forEach(step -> reached.merge(step.node(), step, Walk::together));
  }

  private static Step better(Step one, Step other) {
    return other.score() > one.score() ? other : one;
  }

  /** Two ways to one node. Of chances that are independent, the chance of at least one. */
  private static Step together(Step before, Step now) {
    if (before.hops() < now.hops()) {
      return before;
    }
    double score = 1 - (1 - before.score()) * (1 - now.score());
    Step shown = better(before, now);
    return new Step(before.node(), before.hops(), score, shown.relation(), shown.from());
  }

  private boolean isThere(NodeId node) {
    return node.isFile()
        ? lookups.contains(node.path())
        : CodeGraph.container(lookups, node).isPresent();
  }
}
