package dev.cleveragents.kernel.breaker;

import static dev.cleveragents.kernel.breaker.BreakerModel.NAME;
import static dev.cleveragents.kernel.breaker.BreakerModel.SETTINGS;
import static dev.cleveragents.kernel.breaker.BreakerModel.options;

import java.util.stream.LongStream;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of small concurrent programs over permits, trials and the passing of
 * time, against {@link SequentialBreaker}: state, failures in a row, all totals and the time to the
 * next trial in every view must be those of one serial order.
 */
class PermitModelCheck {

  private static final ClockReading START = ClockReading.read(new AtomicTime());
  private static final long ONE_FROM_CALM =
      LongStream.range(1, OutcomeWord.FULL)
          .reduce(OutcomeWord.of(0), (word, i) -> OutcomeWord.added(word, CallOutcome.SUCCESS));

  @Test
  void permitsOfAClosedCircuitActAsInSomeSerialOrder() {
    options().sequentialSpecification(PermitsInOrder.class).check(Permits.class);
  }

  @Test
  void permitsOfACalmCircuitActAsInSomeSerialOrder() {
    options().sequentialSpecification(PermitsInOrder.class).check(CalmPermits.class);
  }

  @Test
  void permitsOfACircuitThatIsOneSuccessFromCalmActAsInSomeSerialOrder() {
    options().sequentialSpecification(AlmostCalmInOrder.class).check(AlmostCalmPermits.class);
  }

  @Test
  void permitsOfACircuitDueForATrialActAsInSomeSerialOrder() {
    options().sequentialSpecification(TrialsInOrder.class).check(Trials.class);
  }

  @Test
  void aPermitIsEndedByOneCall() {
    // Nothing before the threads start: it would have ended the permit.
    options().actorsBefore(0).sequentialSpecification(EndsOnce.class).check(OnePermit.class);
  }

  /** Every thread holds a permit of the first stay and takes more; it ends the newest or oldest. */
  @Param(name = "thread", gen = ThreadIdGen.class)
  public static class Permits {
    private final AtomicTime time = new AtomicTime();
    private final HeldPermits<Permit> held = new HeldPermits<>();
    private final Circuit circuit;

    public Permits() {
      this(ClosedState.entered(1, START, OutcomeTotals.NONE));
    }

    Permits(CircuitState first) {
      circuit = new Circuit(NAME, SETTINGS, time, change -> {}, first);
      held.fill(() -> (Permit) circuit.tryAcquire());
    }

    final void tripAndWait() {
      recordFailure();
      recordFailure();
      time.advance(SETTINGS.openFor());
    }

    @Operation
    public boolean tryAcquire(@Param(name = "thread") int thread) {
      return circuit.tryAcquire() instanceof Permit permit && held.add(thread, permit);
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
    public final void recordFailure() {
      circuit.record(Circuit.NO_PERMIT, CallOutcome.FAILURE);
    }

    @Operation
    public void reset() {
      circuit.reset();
    }

    @Operation
    public void timePasses() {
      time.advance(SETTINGS.openFor());
    }

    @Operation
    public SequentialBreaker.Seen view() {
      return SequentialBreaker.Seen.of(circuit.view());
    }
  }

  public static class CalmPermits extends Permits {
    public CalmPermits() {
      super(new FailureFreeState(1, START, OutcomeTotals.NONE));
    }
  }

  public static class AlmostCalmPermits extends Permits {
    public AlmostCalmPermits() {
      super(new CountingState(1, START, OutcomeTotals.NONE, ONE_FROM_CALM));
    }
  }

  public static class Trials extends Permits {
    public Trials() {
      tripAndWait();
    }
  }

  /** What the same calls do one after the other. */
  public static class PermitsInOrder {
    private final HeldPermits<Long> held = new HeldPermits<>();
    private final SequentialBreaker breaker;

    public PermitsInOrder() {
      this(0);
    }

    PermitsInOrder(long successes) {
      breaker = new SequentialBreaker(SETTINGS, successes);
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

  public static class AlmostCalmInOrder extends PermitsInOrder {
    public AlmostCalmInOrder() {
      super(OutcomeWord.FULL - 1);
    }
  }

  public static class TrialsInOrder extends PermitsInOrder {
    public TrialsInOrder() {
      tripAndWait();
    }
  }

  /** The one trial of a circuit, ended by several threads. */
  public static class OnePermit {
    private final Permit permit;

    public OnePermit() {
      AtomicTime time = new AtomicTime();
      CircuitBreaker breaker =
          new CircuitBreaker(SETTINGS.withFailureThreshold(1), time, change -> {});
      breaker.recordFailure(NAME);
      time.advance(SETTINGS.openFor());
      permit = (Permit) breaker.tryAcquire(NAME);
    }

    @Operation
    public boolean success() {
      return permit.success();
    }

    @Operation
    public boolean failure() {
      return permit.failure();
    }

    @Operation
    public boolean cancel() {
      return permit.cancel();
    }
  }

  /** The same one after the other. */
  public static class EndsOnce {
    private boolean ended;

    public boolean success() {
      return end();
    }

    public boolean failure() {
      return end();
    }

    public boolean cancel() {
      return end();
    }

    private boolean end() {
      boolean mine = !ended;
      ended = true;
      return mine;
    }
  }
}
