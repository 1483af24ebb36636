package dev.cleveragents.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PageRankTest {

  @Test
  void ranksAddUpToOneAlsoWithNodesThatLeadNowhere() {
    PageRank graph = new PageRank(4);
    graph.edge(0, 1, 1);
    graph.edge(1, 2, 3);
    graph.edge(1, 0, 1);
    assertThat(Arrays.stream(graph.ranks(new double[4])).sum()).isCloseTo(1, within(1e-6));
  }

  @Test
  void ofTwoThatPointAtEachOtherEachHasHalf() {
    PageRank graph = new PageRank(2);
    graph.edge(0, 1, 5);
    graph.edge(1, 0, 1);
    assertThat(graph.ranks(new double[2])).containsExactly(new double[] {0.5, 0.5}, within(1e-6));
  }

  @Test
  void whatIsPointedAtByAllHasTheHighestRankAsCalculatedByHand() {
    PageRank graph = new PageRank(3);
    graph.edge(0, 2, 1);
    graph.edge(1, 2, 1);
    double[] ranks = graph.ranks(new double[3]);
    // x for 0 and 1, y for 2: x = (0.15 + 0.85 y) / 3 and y = x + 0.85 * 2 x.
    double x = 0.05 / (1 - 0.85 * 2.7 / 3);
    assertThat(ranks).containsExactly(new double[] {x, x, 2.7 * x}, within(1e-6));
  }

  @Test
  void edgesCountByTheirWeight() {
    PageRank graph = new PageRank(3);
    graph.edge(0, 1, 9);
    graph.edge(0, 2, 1);
    double[] ranks = graph.ranks(new double[] {1, 0, 0});
    assertThat(ranks[1]).isCloseTo(9 * ranks[2], within(1e-6));
  }

  @Test
  void whatIsPreferredIsStartedAt() {
    PageRank graph = new PageRank(3);
    double[] ranks = graph.ranks(new double[] {0, 3, 1});
    assertThat(ranks).containsExactly(new double[] {0, 0.75, 0.25}, within(1e-6));
  }
}
