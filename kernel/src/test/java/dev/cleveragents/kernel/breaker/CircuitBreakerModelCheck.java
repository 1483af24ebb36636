package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of small concurrent programs. The calls that ours and the racy
 * original share run on both in one harness: every answer must be one that some serial order gives,
 * which ours must pass and the original must not. Permits, trials and the passing of time run on
 * ours alone, against {@link SequentialBreaker}, with state, failures in a row and all totals in
 * every view.
 */
class CircuitBreakerModelCheck {

  private static final String NAME = "search";
  private static final int THREADS = 3;
  private static final BreakerSettings SETTINGS =
      new BreakerSettings(
          2, Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(40));

  @Test
  void oursCountsAsInSomeSerialOrder() {
    options().sequentialSpecification(CountsInOrder.class).check(OurCounts.class);
  }

  @Test
  void theOriginalIsCaught() {
    assertThatThrownBy(
            () ->
                options().sequentialSpecification(CountsInOrder.class).check(OriginalCounts.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  @Test
  void permitsOfAClosedCircuitActAsInSomeSerialOrder() {
    options().sequentialSpecification(PermitsInOrder.class).check(Permits.class);
  }

  @Test
  void permitsOfACircuitDueForATrialActAsInSomeSerialOrder() {
    options().sequentialSpecification(TrialsInOrder.class).check(Trials.class);
  }

  private static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .iterations(20)
        .invocationsPerIteration(200)
        .threads(THREADS)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        // Pure values: nothing in them can interleave.
        .addGuarantee(
            forClasses(
                    Tally.class.getName(),
                    Totals.class.getName(),
                    Moment.class.getName(),
                    BreakerSettings.class.getName(),
                    BreakerView.class.getName(),
                    SequentialBreaker.Seen.class.getName())
                .allMethods()
                .ignore());
  }

  /** A clock moved by hand, with nothing in it that the checker would have to explore. */
  private static final class AtomicTime implements TimeSource {
    private final AtomicLong nanos = new AtomicLong();

    void advance(Duration by) {
      nanos.addAndGet(by.toNanos());
    }

    @Override
    public long nanos() {
      return nanos.get();
    }

    @Override
    public Instant wallTime() {
      return Instant.EPOCH;
    }
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

  /** Every thread holds a permit of the first stay and takes more; it ends the newest or oldest. */
  @Param(name = "thread", gen = ThreadIdGen.class)
  public static class Permits {
    private final AtomicTime time = new AtomicTime();
    private final CircuitBreaker breaker = new CircuitBreaker(SETTINGS, time, change -> {});
    private final Held<Permit> held = new Held<>();

    public Permits() {
      held.fill(() -> (Permit) breaker.tryAcquire(NAME));
    }

    void tripAndWait() {
      breaker.recordFailure(NAME);
      breaker.recordFailure(NAME);
      time.advance(SETTINGS.openFor());
    }

    @Operation
    public boolean tryAcquire(@Param(name = "thread") int thread) {
      return breaker.tryAcquire(NAME) instanceof Permit permit && held.add(thread, permit);
    }

    @Operation
    public boolean newestSucceeds(@Param(name = "thread") int thread) {
      return held.isEmpty(thread) || held.newest(thread).success();
    }

    @Operation
    public boolean newestFails(@Param(name = "thread") int thread) {
      return held.isEmpty(thread) || held.newest(thread).failure();
    }

    @Operation
    public boolean newestIsCancelled(@Param(name = "thread") int thread) {
      return held.isEmpty(thread) || held.newest(thread).cancel();
    }

    @Operation
    public boolean oldestSucceeds(@Param(name = "thread") int thread) {
      return held.isEmpty(thread) || held.oldest(thread).success();
    }

    @Operation
    public boolean oldestFails(@Param(name = "thread") int thread) {
      return held.isEmpty(thread) || held.oldest(thread).failure();
    }

    @Operation
    public void recordFailure() {
      breaker.recordFailure(NAME);
    }

    @Operation
    public void reset() {
      breaker.reset(NAME);
    }

    @Operation
    public void timePasses() {
      time.advance(SETTINGS.openFor());
    }

    @Operation
    public SequentialBreaker.Seen view() {
      return SequentialBreaker.Seen.of(breaker.view(NAME));
    }
  }

  public static class Trials extends Permits {
    public Trials() {
      tripAndWait();
    }
  }

  /** What the same calls do one after the other. */
  public static class PermitsInOrder {
    private final SequentialBreaker breaker = new SequentialBreaker(SETTINGS);
    private final Held<Long> held = new Held<>();

    public PermitsInOrder() {
      held.fill(breaker::tryAcquire);
    }

    void tripAndWait() {
      breaker.recordFailure();
      breaker.recordFailure();
      breaker.advance(SETTINGS.openFor());
    }

    public boolean tryAcquire(int thread) {
      long stay = breaker.tryAcquire();
      return stay != 0 && held.add(thread, stay);
    }

    public boolean newestSucceeds(int thread) {
      if (!held.isEmpty(thread)) {
        breaker.success(held.newest(thread));
      }
      return true;
    }

    public boolean newestFails(int thread) {
      if (!held.isEmpty(thread)) {
        breaker.failure(held.newest(thread));
      }
      return true;
    }

    public boolean newestIsCancelled(int thread) {
      if (!held.isEmpty(thread)) {
        breaker.cancel(held.newest(thread));
      }
      return true;
    }

    public boolean oldestSucceeds(int thread) {
      if (!held.isEmpty(thread)) {
        breaker.success(held.oldest(thread));
      }
      return true;
    }

    public boolean oldestFails(int thread) {
      if (!held.isEmpty(thread)) {
        breaker.failure(held.oldest(thread));
      }
      return true;
    }

    public void recordFailure() {
      breaker.recordFailure();
    }

    public void reset() {
      breaker.reset();
    }

    public void timePasses() {
      breaker.advance(SETTINGS.openFor());
    }

    public SequentialBreaker.Seen view() {
      return breaker.view();
    }
  }

  public static class TrialsInOrder extends PermitsInOrder {
    public TrialsInOrder() {
      tripAndWait();
    }
  }
}
