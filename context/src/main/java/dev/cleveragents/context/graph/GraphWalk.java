package dev.cleveragents.context.graph;

import dev.cleveragents.context.NodeId;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One walk through the graph, which can be continued. A node keeps the number of hops at which it
 * was first reached; ways that reach it at that same hop add up, so that what is connected more
 * counts more. For one thread.
 */
public final class GraphWalk {

  private static final Comparator<GraphStep> ORDER =
      Comparator.comparingInt(GraphStep::hops)
          .thenComparing(GraphStep::score, Comparator.reverseOrder())
          .thenComparing(GraphStep::node);

  private final NeighbourFinder neighbours;
  private final CodeGraph graph;
  private final int frontier;
  private final CancellationToken token;
  private final Map<NodeId, GraphStep> reached = new HashMap<>();
  private int gone;

  GraphWalk(CodeGraph graph, List<NodeId> starts, int frontier, CancellationToken token) {
    this.graph = graph;
    this.neighbours = new NeighbourFinder(graph);
    this.frontier = frontier;
    this.token = token;
    for (NodeId start : starts) {
      if (isThere(start)) {
        reached.putIfAbsent(start, new GraphStep(start, 0, 1, Relation.START, start));
      }
    }
  }

  /**
   * Walks up to that many hops from the starts and returns the nodes it has reached, the best
   * first: by hops, then by score, then by node. The result is the same as that of a single walk.
   */
  public List<GraphStep> to(int hops) {
    while (gone < hops) {
      for (GraphStep step : best(gone)) {
        token.throwIfCancelled();
        followNeighbours(step, gone + 1);
      }
      gone++;
    }
    return reached.values().stream().sorted(ORDER).toList();
  }

  private List<GraphStep> best(int hops) {
    return reached.values().stream()
        .filter(step -> step.hops() == hops)
        .sorted(ORDER)
        .limit(frontier)
        .toList();
  }

  private void followNeighbours(GraphStep from, int hop) {
    Map<NodeId, GraphStep> nearest = new HashMap<>();
    for (NeighbourFinder.Neighbour next : neighbours.of(from.node())) {
      double score = from.score() * next.relation().weight() * next.share();
      GraphStep step = new GraphStep(next.node(), hop, score, next.relation(), from.node());
      nearest.merge(next.node(), step, GraphWalk::better);
    }
    // In a fixed order: sums of floating-point numbers depend on it.
    List<GraphStep> steps = new ArrayList<>(nearest.values());
    steps.sort(ORDER);
    steps.forEach(step -> reached.merge(step.node(), step, GraphWalk::together));
  }

  private static GraphStep better(GraphStep one, GraphStep other) {
    return other.score() > one.score() ? other : one;
  }

  /** Two ways to one node. Of chances that are independent, the chance of at least one. */
  private static GraphStep together(GraphStep before, GraphStep now) {
    if (before.hops() < now.hops()) {
      return before;
    }
    double score = 1 - (1 - before.score()) * (1 - now.score());
    GraphStep shown = better(before, now);
    return new GraphStep(before.node(), before.hops(), score, shown.relation(), shown.from());
  }

  private boolean isThere(NodeId node) {
    return node.isFile()
        ? graph.snapshot().contains(node.path())
        : graph.symbols(node.path()).stream()
            .anyMatch(symbol -> symbol.qualifiedName().equals(node.symbol()));
  }
}
