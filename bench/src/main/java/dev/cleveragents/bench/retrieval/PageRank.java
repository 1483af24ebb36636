package dev.cleveragents.bench.retrieval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * PageRank: how often a random walk is at each node of a graph. The walk follows weighted edges and
 * jumps to a preferred node from time to time, and always from a node without an edge. The ranks
 * add up to 1.
 */
final class PageRank {

  private static final double FOLLOWS = 0.85;
  private static final int ROUNDS = 100;
  private static final double SETTLED = 1e-9;

  private record Edge(int from, int to, double weight) {}

  private final double[] outgoing;
  private final List<Edge> edges = new ArrayList<>();

  PageRank(int nodes) {
    this.outgoing = new double[nodes];
  }

  void edge(int from, int to, double weight) {
    edges.add(new Edge(from, to, weight));
    outgoing[from] += weight;
  }

  /**
   * The ranks.
   *
   * @param preferred how often each node is started at, beside the others; all alike if all are 0
   */
  double[] ranks(double[] preferred) {
    double[] starts = parts(preferred);
    double[] ranks = starts;
    double moved = 1;
    for (int round = 0; round < ROUNDS && moved > SETTLED; round++) {
      double[] next = next(ranks, starts);
      moved = 0;
      for (int node = 0; node < next.length; node++) {
        moved += Math.abs(next[node] - ranks[node]);
      }
      ranks = next;
    }
    return ranks;
  }

  private double[] next(double[] ranks, double[] starts) {
    double lost = 0;
    for (int node = 0; node < ranks.length; node++) {
      lost += outgoing[node] > 0 ? 0 : ranks[node];
    }
    double[] next = new double[ranks.length];
    for (int node = 0; node < ranks.length; node++) {
      next[node] = (1 - FOLLOWS + FOLLOWS * lost) * starts[node];
    }
    for (Edge edge : edges) {
      next[edge.to] += FOLLOWS * ranks[edge.from] * edge.weight / outgoing[edge.from];
    }
    return next;
  }

  private static double[] parts(double[] preferred) {
    double sum = Arrays.stream(preferred).sum();
    return Arrays.stream(preferred)
        .map(each -> sum > 0 ? each / sum : 1.0 / preferred.length)
        .toArray();
  }
}
