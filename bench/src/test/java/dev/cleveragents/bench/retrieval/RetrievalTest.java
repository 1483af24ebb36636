package dev.cleveragents.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arithmetic of retrieval, on figures worked out by hand. */
class RetrievalTest {

  private static final List<Ranked> RANKING =
      List.of(
          new Ranked("x", 9, 100),
          new Ranked("a", 8, 50),
          new Ranked("a", 7, 60),
          new Ranked("y", 6, 10),
          new Ranked("b", 5, 40));

  @Test
  void recallCountsFilesNotPieces() {
    Set<String> wanted = Set.of("a", "b", "c", "d");
    assertThat(Retrieval.recallAt(1, RANKING, wanted)).isZero();
    assertThat(Retrieval.recallAt(2, RANKING, wanted)).isEqualTo(0.25);
    assertThat(Retrieval.recallAt(3, RANKING, wanted)).isEqualTo(0.25);
    assertThat(Retrieval.recallAt(4, RANKING, wanted)).isEqualTo(0.5);
    assertThat(Retrieval.recallAt(100, RANKING, wanted)).isEqualTo(0.5);
    assertThatIllegalArgumentException().isThrownBy(() -> Retrieval.recallAt(1, RANKING, Set.of()));
  }

  @Test
  void recallInTokensLeavesOutWhatDoesNotFit() {
    Set<String> wanted = Set.of("a", "b");
    assertThat(Retrieval.recallWithin(49, RANKING, wanted)).isZero();
    assertThat(Retrieval.recallWithin(50, RANKING, wanted)).isEqualTo(0.5);
    assertThat(Retrieval.recallWithin(100, RANKING, wanted)).isZero();
    assertThat(Retrieval.recallWithin(260, RANKING, wanted)).isEqualTo(1);
  }

  @Test
  void theRankIsThatOfTheFirstWantedFile() {
    assertThat(Retrieval.reciprocalRank(RANKING, Set.of("x", "b"))).isEqualTo(1);
    assertThat(Retrieval.reciprocalRank(RANKING, Set.of("b"))).isEqualTo(0.25);
    assertThat(Retrieval.reciprocalRank(RANKING, Set.of("z"))).isZero();
  }

  @Test
  void anIntervalHoldsTheMeanAndIsTheSameEachTime() {
    double[] values = new Random(1).doubles(200).toArray();
    Interval interval = Interval.ofMean(values, 2000, 7);
    assertThat(interval.mean()).isBetween(interval.low(), interval.high());
    // The standard error of 200 even draws is 0.0204, so the interval is about 0.08 wide.
    assertThat(interval.high() - interval.low()).isCloseTo(0.08, within(0.01));
    assertThat(Interval.ofMean(values, 2000, 7)).isEqualTo(interval);
    assertThat(Interval.ofMean(values, 2000, 8)).isNotEqualTo(interval);
    assertThatIllegalArgumentException().isThrownBy(() -> Interval.ofMean(new double[0], 10, 1));
    assertThat(new Interval(0.1, -0.05, 0.2)).hasToString("+0.100 [-0.050 – +0.200]");
  }

  @Test
  void scoresAreNumbersFromZero() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Ranked("a", -1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Ranked("a", Double.NaN, 0));
  }
}
