package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TallyTest {

  @Test
  void aWordCountsWhatASerialCountWould() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      int threshold = 1 + random.nextInt(Tally.MAX_THRESHOLD);
      int row = random.nextInt(threshold);
      long word = Tally.of(row);
      Totals totals = Totals.NONE;
      for (int step = 0; step < 200 && !Tally.isOver(word); step++) {
        Outcome outcome =
            switch (random.nextInt(3)) {
              case 0 -> Outcome.SUCCESS;
              case 1 -> Outcome.FAILURE;
              default -> Outcome.CANCELLED;
            };
        totals = totals.plus(outcome);
        if (random.nextInt(4) == 0) {
          word = Tally.added(word, outcome);
        } else {
          word = Tally.counted(word, outcome, threshold);
          row = outcome == Outcome.SUCCESS ? 0 : outcome == Outcome.FAILURE ? row + 1 : row;
        }
        assertThat(Tally.totals(word)).as("seed %d step %d", seed, step).isEqualTo(totals);
        assertThat(Tally.failuresInARow(word)).as("seed %d", seed).isEqualTo(row);
        assertThat(Tally.isTripped(word)).as("seed %d", seed).isEqualTo(row == threshold);
        assertThat(Tally.isOver(word)).as("seed %d", seed).isEqualTo(row == threshold);
      }
    }
  }

  @Test
  void aFullTotalEndsTheWordAndStillHoldsTheCount() {
    for (Outcome outcome : Outcome.values()) {
      long word = Tally.of(1);
      for (int i = 1; i < Tally.FULL; i++) {
        word = Tally.added(word, outcome);
        assertThat(Tally.isOver(word)).isFalse();
      }
      word = Tally.added(word, outcome);
      assertThat(Tally.isOver(word)).isTrue();
      assertThat(Tally.isTripped(word)).isFalse();
      assertThat(Tally.isReset(word)).isFalse();
      assertThat(Tally.failuresInARow(word)).isEqualTo(1);
      Totals totals = Tally.totals(word);
      assertThat(totals.successes() + totals.failures() + totals.cancelled()).isEqualTo(Tally.FULL);
    }
  }

  @Test
  void aWordIsCalmWhenItIsFullOfSuccessesAndNothingElse() {
    assertThat(Tally.isCalm(full(Tally.of(0)))).isTrue();
    assertThat(Tally.isCalm(Tally.of(0))).isFalse();
    assertThat(Tally.isCalm(full(Tally.of(1)))).isFalse();
    assertThat(Tally.isCalm(full(Tally.added(Tally.of(0), Outcome.FAILURE)))).isFalse();
    assertThat(Tally.isCalm(full(Tally.added(Tally.of(0), Outcome.CANCELLED)))).isFalse();
    assertThat(Tally.isCalm(Tally.reset(full(Tally.of(0))))).isFalse();
  }

  private static long full(long word) {
    long next = word;
    for (int i = 0; i < Tally.FULL; i++) {
      next = Tally.added(next, Outcome.SUCCESS);
    }
    return next;
  }

  @Test
  void aResetEndsTheWordAndTakesNothingFromIt() {
    long word = Tally.counted(Tally.of(4), Outcome.FAILURE, 10);
    long reset = Tally.reset(word);
    assertThat(Tally.isOver(word)).isFalse();
    assertThat(Tally.isOver(reset)).isTrue();
    assertThat(Tally.isReset(reset)).isTrue();
    assertThat(Tally.isTripped(reset)).isFalse();
    assertThat(Tally.totals(reset)).isEqualTo(new Totals(0, 1, 0));
    assertThat(Tally.failuresInARow(reset)).isEqualTo(5);
  }
}
