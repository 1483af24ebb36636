package dev.cleveragents.kernel.breaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The permission to make one call. It ends exactly once, as {@link #success}, {@link #failure} or
 * {@link #cancel}; closing it without one of them cancels it, so that try-with-resources never
 * loses one:
 *
 * <pre>{@code
 * switch (breaker.tryAcquire("search")) {
 *   case Refusal refusal -> skip(refusal.reason());
 *   case Permit permit -> {
 *     try (permit) {
 *       use(search());
 *       permit.success();
 *     } catch (IOException e) {
 *       permit.failure();
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>A permit belongs to the stay in a state that issued it. If the circuit has moved on since (it
 * tripped, was reset, was closed, or the trial ran past its deadline), the outcome is added to the
 * totals and moves nothing.
 *
 * <p>May be ended from any thread. The atomic field {@code ended} decides which of several calls
 * ends it.
 */
public final class Permit implements Admission, AutoCloseable {

  private static final VarHandle ENDED;

  static {
    try {
      ENDED = MethodHandles.lookup().findVarHandle(Permit.class, "ended", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Circuit circuit;
  private final CircuitState issuer;

  /** Written through {@code ENDED} only. */
  private volatile boolean ended;

  Permit(Circuit circuit, CircuitState issuer) {
    this.circuit = circuit;
    this.issuer = issuer;
  }

  @Override
  public String name() {
    return circuit.name();
  }

  /** Whether this is the one trial call of a half-open circuit. */
  public boolean isTrial() {
    return issuer instanceof HalfOpenState;
  }

  /**
   * The call succeeded: failures in a row start again from zero, and a trial closes the circuit.
   * Returns whether this call ended the permit; if so, the outcome is counted by the time it
   * returns.
   */
  public boolean success() {
    return end(CallOutcome.SUCCESS);
  }

  /**
   * The call failed: one more failure in a row, and a trial opens the circuit again with the wait
   * doubled. Returns whether this call ended the permit; if so, the outcome is counted by the time
   * it returns.
   */
  public boolean failure() {
    return end(CallOutcome.FAILURE);
  }

  /**
   * The call was not made, or says nothing about the other side: neither success nor failure. A
   * trial gives its place back, and the next one is due at once. Returns whether this call ended
   * the permit; if so, it is counted as cancelled by the time it returns.
   */
  public boolean cancel() {
    return end(CallOutcome.CANCELLED);
  }

  /** Cancels the permit unless it has ended. */
  @Override
  public void close() {
    cancel();
  }

  private boolean end(CallOutcome outcome) {
    if (ended || !ENDED.compareAndSet(this, false, true)) {
      return false;
    }
    circuit.record(issuer.incarnation(), outcome);
    return true;
  }
}
