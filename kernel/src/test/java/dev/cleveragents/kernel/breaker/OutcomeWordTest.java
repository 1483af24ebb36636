package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class OutcomeWordTest {

  @Test
  void aWordCountsWhatASerialCountWould() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      int threshold = 1 + random.nextInt(OutcomeWord.MAX_THRESHOLD);
      int row = random.nextInt(threshold);
      long word = OutcomeWord.of(row);
      OutcomeTotals totals = OutcomeTotals.NONE;
      for (int step = 0; step < 200 && !OutcomeWord.isOver(word); step++) {
        CallOutcome outcome =
            switch (random.nextInt(3)) {
              case 0 -> CallOutcome.SUCCESS;
              case 1 -> CallOutcome.FAILURE;
              default -> CallOutcome.CANCELLED;
            };
        totals = totals.plus(outcome);
        if (random.nextInt(4) == 0) {
          word = OutcomeWord.added(word, outcome);
        } else {
          word = OutcomeWord.counted(word, outcome, threshold);
          row = outcome == CallOutcome.SUCCESS ? 0 : outcome == CallOutcome.FAILURE ? row + 1 : row;
        }
        assertThat(OutcomeWord.totals(word)).as("seed %d step %d", seed, step).isEqualTo(totals);
        assertThat(OutcomeWord.failuresInARow(word)).as("seed %d", seed).isEqualTo(row);
        assertThat(OutcomeWord.isTripped(word)).as("seed %d", seed).isEqualTo(row == threshold);
        assertThat(OutcomeWord.isOver(word)).as("seed %d", seed).isEqualTo(row == threshold);
      }
    }
  }

  @Test
  void aFullTotalEndsTheWordAndStillHoldsTheCount() {
    for (CallOutcome outcome : CallOutcome.values()) {
      long word = OutcomeWord.of(1);
      for (int i = 1; i < OutcomeWord.FULL; i++) {
        word = OutcomeWord.added(word, outcome);
        assertThat(OutcomeWord.isOver(word)).isFalse();
      }
      word = OutcomeWord.added(word, outcome);
      assertThat(OutcomeWord.isOver(word)).isTrue();
      assertThat(OutcomeWord.isTripped(word)).isFalse();
      assertThat(OutcomeWord.isReset(word)).isFalse();
      assertThat(OutcomeWord.failuresInARow(word)).isEqualTo(1);
      OutcomeTotals totals = OutcomeWord.totals(word);
      assertThat(totals.successes() + totals.failures() + totals.cancelled())
          .isEqualTo(OutcomeWord.FULL);
    }
  }

  @Test
  void aWordIsCalmWhenItIsFullOfSuccessesAndNothingElse() {
    assertThat(OutcomeWord.isCalm(full(OutcomeWord.of(0)))).isTrue();
    assertThat(OutcomeWord.isCalm(OutcomeWord.of(0))).isFalse();
    assertThat(OutcomeWord.isCalm(full(OutcomeWord.of(1)))).isFalse();
    assertThat(OutcomeWord.isCalm(full(OutcomeWord.added(OutcomeWord.of(0), CallOutcome.FAILURE))))
        .isFalse();
    assertThat(
            OutcomeWord.isCalm(full(OutcomeWord.added(OutcomeWord.of(0), CallOutcome.CANCELLED))))
        .isFalse();
    assertThat(OutcomeWord.isCalm(OutcomeWord.reset(full(OutcomeWord.of(0))))).isFalse();
  }

  private static long full(long word) {
    long next = word;
    for (int i = 0; i < OutcomeWord.FULL; i++) {
      next = OutcomeWord.added(next, CallOutcome.SUCCESS);
    }
    return next;
  }

  @Test
  void aResetEndsTheWordAndTakesNothingFromIt() {
    long word = OutcomeWord.counted(OutcomeWord.of(4), CallOutcome.FAILURE, 10);
    long reset = OutcomeWord.reset(word);
    assertThat(OutcomeWord.isOver(word)).isFalse();
    assertThat(OutcomeWord.isOver(reset)).isTrue();
    assertThat(OutcomeWord.isReset(reset)).isTrue();
    assertThat(OutcomeWord.isTripped(reset)).isFalse();
    assertThat(OutcomeWord.totals(reset)).isEqualTo(new OutcomeTotals(0, 1, 0));
    assertThat(OutcomeWord.failuresInARow(reset)).isEqualTo(5);
  }
}
