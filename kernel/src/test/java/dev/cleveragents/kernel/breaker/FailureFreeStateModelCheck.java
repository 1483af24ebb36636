package dev.cleveragents.kernel.breaker;

import static dev.cleveragents.kernel.breaker.BreakerModel.options;

import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Explores callers who share a cell of a calm, which their threads' numbers seldom bring about. */
class FailureFreeStateModelCheck {

  @Test
  void noSuccessIsLostInACellThatThreadsShare() {
    options().sequentialSpecification(CountInOrder.class).check(SharedCell.class);
  }

  /** Public for Lincheck, like the one below. */
  public static class SharedCell {
    private final FailureFreeState calm =
        new FailureFreeState(1, ClockReading.read(new AtomicTime()), OutcomeTotals.NONE);

    @Operation
    public boolean succeeded() {
      return calm.succeeded(7);
    }

    @Operation
    public long successes() {
      return calm.totals().successes();
    }
  }

  /** What the same calls do one after the other. */
  public static class CountInOrder {
    private long successes;

    public boolean succeeded() {
      successes++;
      return true;
    }

    public long successes() {
      return successes;
    }
  }
}
