package dev.cleveragents.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeanGainTest {

  @Test
  void eachRepositoryCountsAlikeHoweverManyCasesItHas() {
    Interval mean = MeanGain.of(List.of(new double[] {1, 1, 1, 1, 1, 1}, new double[] {0}), 200, 1);
    assertThat(mean).isEqualTo(new Interval(0.5, 0.5, 0.5));
  }

  @Test
  void theIntervalIsAroundTheMean() {
    Interval mean = MeanGain.of(List.of(new double[] {-1, 1, -1, 1}), 2_000, 1);
    assertThat(mean.mean()).isCloseTo(0, within(1e-9));
    assertThat(mean.low()).isLessThan(-0.4);
    assertThat(mean.high()).isGreaterThan(0.4);
  }
}
