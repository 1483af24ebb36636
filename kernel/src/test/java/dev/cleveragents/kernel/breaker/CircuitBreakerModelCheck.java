package dev.cleveragents.kernel.breaker;

import static dev.cleveragents.kernel.breaker.BreakerModel.NAME;
import static dev.cleveragents.kernel.breaker.BreakerModel.SETTINGS;
import static dev.cleveragents.kernel.breaker.BreakerModel.options;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of small concurrent programs over the calls that ours and the racy
 * original share. One harness runs on both: every answer must be one that some serial order gives,
 * which ours must pass and the original must not.
 */
class CircuitBreakerModelCheck {

  @Test
  void oursCountsAsInSomeSerialOrder() {
    options().sequentialSpecification(CountsInOrder.class).check(OurCounts.class);
  }

  @Test
  void theOriginalIsCaught() {
    assertThatThrownBy(
            () ->
                options()
                    .iterations(15)
                    .sequentialSpecification(CountsInOrder.class)
                    .check(OriginalCounts.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  /** The calls of the original. */
  abstract static class Counts {
    private final CountingBreaker breaker;

    Counts(CountingBreaker breaker) {
      this.breaker = breaker;
    }

    @Operation
    public void recordSuccess() {
      breaker.recordSuccess(NAME);
    }

    @Operation
    public void recordFailure() {
      breaker.recordFailure(NAME);
    }

    @Operation
    public boolean isOpen() {
      return breaker.isOpen(NAME);
    }

    @Operation
    public int failuresInARow() {
      return breaker.failuresInARow(NAME);
    }

    @Operation
    public void reset() {
      breaker.reset(NAME);
    }

    @Operation
    public void resetAll() {
      breaker.resetAll();
    }
  }

  /** Public for Lincheck, like the others below. */
  public static class OurCounts extends Counts {
    public OurCounts() {
      super(CountingBreaker.ours(new CircuitBreaker(SETTINGS, new AtomicTime(), change -> {})));
    }
  }

  public static class OriginalCounts extends Counts {
    public OriginalCounts() {
      super(new RacyCircuitBreaker(SETTINGS.failureThreshold(), () -> {}));
    }
  }

  /** What the same calls do one after the other. */
  public static class CountsInOrder {
    private int failures;

    public void recordSuccess() {
      failures = 0;
    }

    public void recordFailure() {
      failures = Math.min(failures + 1, SETTINGS.failureThreshold());
    }

    public boolean isOpen() {
      return failures == SETTINGS.failureThreshold();
    }

    public int failuresInARow() {
      return failures;
    }

    public void reset() {
      failures = 0;
    }

    public void resetAll() {
      failures = 0;
    }
  }
}
