package dev.cleveragents.kernel.breaker;

import java.time.Duration;
import java.time.Instant;

/**
 * A circuit went from one state to another.
 *
 * @param name the circuit
 * @param from the state it left
 * @param to the state it entered, never the same as {@code from}
 * @param incarnation the number of the stay that began; it grows with every change, so that a
 *     listener called by several threads can put changes of one name in order
 * @param consecutiveFailures the failures in a row that opened the circuit; zero once closed
 * @param at when the change took effect, for people: for a lost trial its deadline
 * @param nextTrialIn from {@code at} until the next trial call; zero unless the circuit opened
 */
public record BreakerChange(
    String name,
    BreakerState from,
    BreakerState to,
    long incarnation,
    int consecutiveFailures,
    Instant at,
    Duration nextTrialIn) {

  static BreakerChange of(
      String name, CircuitState from, CircuitState to, BreakerSettings settings) {
    return new BreakerChange(
        name,
        from.kind(),
        to.kind(),
        to.incarnation(),
        to instanceof BlockedState ? settings.failureThreshold() : 0,
        to.since().wall(),
        to instanceof OpenState open ? open.pause() : Duration.ZERO);
  }
}
