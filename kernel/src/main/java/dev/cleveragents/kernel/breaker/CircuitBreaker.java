package dev.cleveragents.kernel.breaker;

import dev.cleveragents.kernel.time.TimeSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Refuses calls to parts that keep failing, with one circuit per name.
 *
 * <p>A circuit is {@link BreakerState#CLOSED} until {@link BreakerSettings#failureThreshold}
 * failures in a row open it. {@link BreakerState#OPEN}, it refuses calls for {@link
 * BreakerSettings#openFor}; then one caller gets the trial ({@link BreakerState#HALF_OPEN}) and all
 * others are still refused. A trial that succeeds closes the circuit; one that fails, or brings no
 * outcome by its deadline, opens it again with the wait doubled, up to {@link
 * BreakerSettings#maxOpenFor}; one that is cancelled leaves the next trial due at once.
 *
 * <p>There are two ways to use it. With permits: {@link #tryAcquire}, make the call, end the {@link
 * Permit}. Only a permit answers whether a call may be made. Without: {@link #recordSuccess} and
 * {@link #recordFailure} report outcomes of calls made in any case, and {@link #isOpen} asks. The
 * two may be mixed.
 *
 * <p>Thread-safety: every call on one name takes effect at one instant, state and totals together,
 * by compare-and-set (see {@link Circuit}); {@code CircuitBreakerModelCheck} and {@code
 * PermitModelCheck} check this against the sequential behaviour. There is no lock, so nothing can
 * deadlock. Calls on different names have nothing in common. Listeners are called after a change,
 * on the thread that made it, with no lock held.
 *
 * <p>Time is measured on {@link TimeSource#nanos} alone. There is no timer: what time has done to a
 * circuit is found out by the next call on it, and dated back to when it happened.
 *
 * <p>A name that was used is kept for as long as the breaker: take names from a bounded set.
 */
public final class CircuitBreaker {

  private final ConcurrentHashMap<String, Circuit> circuits = new ConcurrentHashMap<>();
  private final BreakerSettings settings;
  private final TimeSource time;
  private final Consumer<BreakerChange> listener;
  private final ClockReading created;

  /** A breaker with default settings on this machine's clock, without a listener. */
  public CircuitBreaker() {
    this(BreakerSettings.defaults(), TimeSource.system(), change -> {});
  }

  /**
   * A breaker whose changes go to {@code listener}: each exactly once, on the thread whose call
   * made it, after it took effect. Changes of one name made by different threads may arrive in
   * another order; {@link BreakerChange#incarnation} gives the true one. Exceptions of the listener
   * are logged and have no other effect.
   */
  public CircuitBreaker(
      BreakerSettings settings, TimeSource time, Consumer<BreakerChange> listener) {
    this.settings = settings;
    this.time = time;
    this.listener = listener;
    created = ClockReading.read(time);
  }

  /**
   * Asks whether a call may be made now. CLOSED: always a permit. OPEN with the wait over: the
   * permit for the one trial. Otherwise refused, and counted as refused.
   */
  public Admission tryAcquire(String name) {
    return circuit(name).tryAcquire();
  }

  /** A call made without a permit succeeded: closes the circuit from any state. */
  public void recordSuccess(String name) {
    circuit(name).record(Circuit.NO_PERMIT, CallOutcome.SUCCESS);
  }

  /**
   * A call made without a permit failed. CLOSED: one more failure in a row, and the one that
   * reaches the threshold opens the circuit. Otherwise it is added to the totals and moves nothing.
   */
  public void recordFailure(String name) {
    circuit(name).record(Circuit.NO_PERMIT, CallOutcome.FAILURE);
  }

  /**
   * Whether the circuit is anything but CLOSED. A question that changes nothing; when the wait is
   * over the answer is still yes, because only {@link #tryAcquire} gives out the trial.
   */
  public boolean isOpen(String name) {
    Circuit circuit = circuits.get(name);
    return circuit != null && circuit.isOpen();
  }

  /**
   * Closes the circuit and forgets its failures in a row and its doubled wait. The totals stay.
   * Permits issued before move nothing any more.
   */
  public void reset(String name) {
    Circuit circuit = circuits.get(name);
    if (circuit != null) {
      circuit.reset();
    }
  }

  /** Resets every name used so far, one after the other: each atomically, not all at once. */
  public void resetAll() {
    circuits.values().forEach(Circuit::reset);
  }

  /**
   * One circuit at one instant. A question that changes nothing. A name never used is closed since
   * this breaker was made.
   */
  public BreakerView view(String name) {
    Circuit circuit = circuits.get(name);
    return (circuit != null ? circuit : unused(name)).view();
  }

  /**
   * Every name used so far, sorted; each row is one circuit at one instant, the rows at one after
   * the other.
   */
  public List<BreakerView> snapshot() {
    return circuits.values().stream()
        .map(Circuit::view)
        .sorted(Comparator.comparing(BreakerView::name))
        .toList();
  }

  private Circuit circuit(String name) {
    Circuit circuit = circuits.get(name);
    return circuit != null ? circuit : circuits.computeIfAbsent(name, this::unused);
  }

  private Circuit unused(String name) {
    CircuitState first = ClosedState.entered(Circuit.NO_PERMIT + 1, created, OutcomeTotals.NONE);
    return new Circuit(name, settings, time, listener, first);
  }
}
