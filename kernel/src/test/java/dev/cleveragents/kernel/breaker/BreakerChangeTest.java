package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.CapturedLog;
import dev.cleveragents.kernel.UnprintableError;
import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BreakerChangeTest {

  private static final String NAME = "search";

  private final ManualTime time = new ManualTime();

  @Test
  void aListenerThatThrowsWhatCannotBePrintedChangesNothing() {
    try (CapturedLog log = new CapturedLog(CircuitBreaker.class)) {
      CircuitBreaker breaker =
          new CircuitBreaker(
              BreakerSettings.defaults(), time, change -> rethrow(new UnprintableError()));
      trip(breaker);
      assertThat(breaker.isOpen(NAME)).isTrue();
      assertThat(log.messages()).singleElement().asString().contains("UnprintableError");
    }
  }

  @Test
  void everyChangeIsReportedOnceWithItsNumberItsTimeAndTheWait() {
    List<BreakerChange> changes = new ArrayList<>();
    CircuitBreaker breaker = new CircuitBreaker(BreakerSettings.defaults(), time, changes::add);
    Instant tripped = time.wallTime();
    trip(breaker);
    time.advance(Duration.ofSeconds(30));
    Instant firstTrial = time.wallTime();
    breaker.tryAcquire(NAME);
    time.advance(Duration.ofMinutes(2));
    Instant secondTrial = time.wallTime();
    Permit cancelled = (Permit) breaker.tryAcquire(NAME);
    cancelled.cancel();
    Permit trial = (Permit) breaker.tryAcquire(NAME);
    trial.success();

    assertThat(changes)
        .containsExactly(
            change(BreakerState.CLOSED, BreakerState.OPEN, 2, 3, tripped, 30),
            change(BreakerState.OPEN, BreakerState.HALF_OPEN, 3, 3, firstTrial, 0),
            change(BreakerState.HALF_OPEN, BreakerState.OPEN, 4, 3, firstTrial.plusSeconds(60), 60),
            change(BreakerState.OPEN, BreakerState.HALF_OPEN, 5, 3, secondTrial, 0),
            change(BreakerState.HALF_OPEN, BreakerState.OPEN, 6, 3, secondTrial, 0),
            change(BreakerState.OPEN, BreakerState.HALF_OPEN, 7, 3, secondTrial, 0),
            change(BreakerState.HALF_OPEN, BreakerState.CLOSED, 8, 0, secondTrial, 0));
  }

  @Test
  void anExceptionOfAListenerHasNoOtherEffect() {
    for (Throwable thrown :
        List.of(new IllegalStateException("on purpose"), new AssertionError("on purpose"))) {
      CircuitBreaker breaker =
          new CircuitBreaker(BreakerSettings.defaults(), time, change -> rethrow(thrown));
      trip(breaker);
      assertThat(breaker.isOpen(NAME)).isTrue();
      time.advance(Duration.ofSeconds(30));
      assertThat(breaker.tryAcquire(NAME)).isInstanceOf(Permit.class);
      breaker.reset(NAME);
      assertThat(breaker.isOpen(NAME)).isFalse();
    }
  }

  @Test
  void aListenerFindsTheChangeDoneAndMayCallTheBreaker() {
    List<BreakerState> seen = new ArrayList<>();
    CircuitBreaker[] breaker = new CircuitBreaker[1];
    breaker[0] =
        new CircuitBreaker(
            BreakerSettings.defaults(),
            time,
            change -> {
              seen.add(breaker[0].view(NAME).state());
              breaker[0].reset(NAME);
            });
    trip(breaker[0]);
    assertThat(seen).containsExactly(BreakerState.OPEN, BreakerState.CLOSED);
    assertThat(breaker[0].isOpen(NAME)).isFalse();
  }

  private static void trip(CircuitBreaker breaker) {
    for (int i = 0; i < 3; i++) {
      breaker.recordFailure(NAME);
    }
  }

  private static BreakerChange change(
      BreakerState from, BreakerState to, long incarnation, int row, Instant at, int seconds) {
    return new BreakerChange(NAME, from, to, incarnation, row, at, Duration.ofSeconds(seconds));
  }

  private static void rethrow(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }
}
