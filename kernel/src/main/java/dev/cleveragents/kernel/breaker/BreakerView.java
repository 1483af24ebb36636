package dev.cleveragents.kernel.breaker;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One circuit at one instant. All of it belongs together except {@code refused}, which is counted
 * beside the state.
 *
 * @param name the circuit
 * @param state its state now, a lost trial already counted as failed
 * @param consecutiveFailures failures in a row; once open, those that opened it
 * @param successes all successes ever reported, also those that came too late to move anything
 * @param failures all failures ever reported, likewise
 * @param cancelled all permits ever given back without an outcome, likewise
 * @param refused calls that were refused so far
 * @param since when it entered this state
 * @param nextTrialIn OPEN: how long until a trial call is let through, zero where it is due;
 *     otherwise empty
 */
public record BreakerView(
    String name,
    BreakerState state,
    int consecutiveFailures,
    long successes,
    long failures,
    long cancelled,
    long refused,
    Instant since,
    Optional<Duration> nextTrialIn) {

  static BreakerView of(
      String name, ClosedState closed, OutcomeTotals totals, int failuresInARow, long refused) {
    return new BreakerView(
        name,
        BreakerState.CLOSED,
        failuresInARow,
        totals.successes(),
        totals.failures(),
        totals.cancelled(),
        refused,
        closed.since().wall(),
        Optional.empty());
  }

  static BreakerView of(
      String name, BlockedState barred, BreakerSettings settings, long refused, long now) {
    return new BreakerView(
        name,
        barred.kind(),
        settings.failureThreshold(),
        barred.totals().successes(),
        barred.totals().failures(),
        barred.totals().cancelled(),
        refused,
        barred.since().wall(),
        barred instanceof OpenState open ? Optional.of(untilTrial(open, now)) : Optional.empty());
  }

  private static Duration untilTrial(OpenState open, long now) {
    return open.due().reached(now) ? Duration.ZERO : open.due().from(now);
  }
}
