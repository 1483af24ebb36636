package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {

  private static final String NAME = "search";

  private final ManualTime time = new ManualTime();
  private final CircuitBreaker breaker =
      new CircuitBreaker(BreakerSettings.defaults(), time, change -> {});

  @Test
  void theDefaultBreakerOpensAfterThreeFailuresInARow() {
    CircuitBreaker defaults = new CircuitBreaker();
    defaults.recordFailure(NAME);
    defaults.recordFailure(NAME);
    defaults.recordSuccess(NAME);
    defaults.recordFailure(NAME);
    defaults.recordFailure(NAME);
    assertThat(defaults.isOpen(NAME)).isFalse();
    defaults.recordFailure(NAME);
    assertThat(defaults.isOpen(NAME)).isTrue();
    assertThat(defaults.tryAcquire(NAME)).isInstanceOf(Refusal.class);
  }

  @Test
  void namesHaveNothingInCommon() {
    trip();
    assertThat(breaker.isOpen("other")).isFalse();
    assertThat(breaker.tryAcquire("other")).isInstanceOf(Permit.class);
    breaker.reset("other");
    assertThat(breaker.isOpen(NAME)).isTrue();
  }

  @Test
  void resetAllClosesEveryNameAndKeepsTheTotals() {
    trip();
    breaker.recordFailure("other");
    breaker.recordFailure("other");
    breaker.resetAll();
    assertThat(breaker.snapshot())
        .extracting(BreakerView::state, BreakerView::consecutiveFailures, BreakerView::failures)
        .containsExactly(tuple(BreakerState.CLOSED, 0, 2L), tuple(BreakerState.CLOSED, 0, 3L));
  }

  @Test
  void aNameNeverUsedIsClosedSinceTheBreakerWasMadeAndAskingLeavesNoTrace() {
    Instant made = time.wallTime();
    time.advance(Duration.ofMinutes(1));
    assertThat(breaker.isOpen("unknown")).isFalse();
    breaker.reset("unknown");
    breaker.resetAll();
    assertThat(breaker.view("unknown"))
        .isEqualTo(
            new BreakerView("unknown", BreakerState.CLOSED, 0, 0, 0, 0, 0, made, Optional.empty()));
    assertThat(breaker.snapshot()).isEmpty();
  }

  @Test
  void theSnapshotIsSortedByName() {
    breaker.recordSuccess("b");
    breaker.recordSuccess("c");
    breaker.recordSuccess("a");
    assertThat(breaker.snapshot()).extracting(BreakerView::name).containsExactly("a", "b", "c");
  }

  @Test
  void aViewShowsAPersonWhatHappenedAndWhen() {
    breaker.recordSuccess(NAME);
    time.advance(Duration.ofSeconds(5));
    Instant tripped = time.wallTime();
    trip();
    time.advance(Duration.ofSeconds(10));
    breaker.tryAcquire(NAME);
    assertThat(breaker.view(NAME))
        .isEqualTo(
            new BreakerView(
                NAME,
                BreakerState.OPEN,
                3,
                1,
                3,
                0,
                1,
                tripped,
                Optional.of(Duration.ofSeconds(20))));
  }

  @Test
  void lookingNeverChangesAnything() {
    trip();
    time.advance(Duration.ofSeconds(30));
    for (int i = 0; i < 3; i++) {
      assertThat(breaker.isOpen(NAME)).isTrue();
      assertThat(breaker.view(NAME).state()).isEqualTo(BreakerState.OPEN);
      assertThat(breaker.snapshot()).hasSize(1);
    }
    assertThat(breaker.tryAcquire(NAME)).isInstanceOf(Permit.class);
  }

  @Test
  void aRefusalSaysWhyAndWhenToAskAgain() {
    trip();
    time.advance(Duration.ofSeconds(12));
    Refusal open = (Refusal) breaker.tryAcquire(NAME);
    assertThat(open).isEqualTo(new Refusal(NAME, BreakerState.OPEN, Duration.ofSeconds(18)));
    assertThat(open.reason())
        .isEqualTo(
            "Circuit 'search' is open after repeated failures: a trial call is let through in"
                + " PT18S");
    time.advance(Duration.ofSeconds(18));
    breaker.tryAcquire(NAME);
    time.advance(Duration.ofSeconds(1));
    Refusal halfOpen = (Refusal) breaker.tryAcquire(NAME);
    assertThat(halfOpen)
        .isEqualTo(new Refusal(NAME, BreakerState.HALF_OPEN, Duration.ofSeconds(59)));
    assertThat(halfOpen.reason())
        .isEqualTo(
            "Circuit 'search' is being tried by another call: try again when that has ended, in"
                + " PT59S at the latest");
  }

  @Test
  void theTrialIsDueAtTheNanosecondAndNotBefore() {
    trip();
    time.advance(Duration.ofSeconds(30).minusNanos(1));
    assertThat(breaker.tryAcquire(NAME)).isInstanceOf(Refusal.class);
    time.advance(Duration.ofNanos(1));
    assertThat(breaker.tryAcquire(NAME)).isInstanceOf(Permit.class);
  }

  @Test
  void everyFailedTrialDoublesTheWaitUpToTheLongestAndASuccessStartsItAgain() {
    trip();
    for (int seconds : new int[] {30, 60, 120, 240, 480, 600, 600}) {
      assertThat(breaker.view(NAME).nextTrialIn()).hasValue(Duration.ofSeconds(seconds));
      time.advance(Duration.ofSeconds(seconds));
      assertThat(permit().failure()).isTrue();
    }
    time.advance(Duration.ofMinutes(10));
    assertThat(permit().success()).isTrue();
    trip();
    assertThat(breaker.view(NAME).nextTrialIn()).hasValue(Duration.ofSeconds(30));
  }

  @Test
  void aCancelledTrialLeavesTheWaitAsItWas() {
    trip();
    time.advance(Duration.ofSeconds(30));
    permit().cancel();
    permit().cancel();
    permit().failure();
    assertThat(breaker.view(NAME).nextTrialIn()).hasValue(Duration.ofSeconds(60));
  }

  @Test
  void aLostTrialCountsAsFailedFromItsDeadlineOnWheneverThatIsNoticed() {
    trip();
    time.advance(Duration.ofSeconds(30));
    permit();
    Instant deadline = time.wallTime().plusSeconds(60);
    time.advance(Duration.ofSeconds(60 + 45));
    BreakerView view = breaker.view(NAME);
    assertThat(view.state()).isEqualTo(BreakerState.OPEN);
    assertThat(view.since()).isEqualTo(deadline);
    assertThat(view.nextTrialIn()).hasValue(Duration.ofSeconds(15));
    assertThat(view.failures()).as("no outcome was reported").isEqualTo(3);
    time.advance(Duration.ofSeconds(15));
    assertThat(breaker.tryAcquire(NAME)).isInstanceOf(Permit.class);
  }

  @Test
  void aWallClockThatJumpsChangesNothing() {
    trip();
    time.jumpWallClock(Duration.ofDays(400));
    assertThat(breaker.tryAcquire(NAME)).isInstanceOf(Refusal.class);
    assertThat(breaker.view(NAME).nextTrialIn()).hasValue(Duration.ofSeconds(30));
    time.jumpWallClock(Duration.ofDays(-800));
    time.advance(Duration.ofSeconds(30));
    Permit trial = permit();
    time.jumpWallClock(Duration.ofDays(400));
    time.advance(Duration.ofSeconds(59));
    assertThat(breaker.view(NAME).state()).isEqualTo(BreakerState.HALF_OPEN);
    assertThat(trial.success()).isTrue();
    assertThat(breaker.isOpen(NAME)).isFalse();
  }

  @Test
  void aCircuitThatWasClosedStaysClosedSinceWhenItWasThroughAReset() {
    Instant made = time.wallTime();
    breaker.recordFailure(NAME);
    time.advance(Duration.ofSeconds(5));
    breaker.reset(NAME);
    assertThat(breaker.view(NAME).since()).isEqualTo(made);
    trip();
    time.advance(Duration.ofSeconds(5));
    breaker.reset(NAME);
    assertThat(breaker.view(NAME).since()).isEqualTo(time.wallTime());
  }

  @Test
  void countsGoOnBeyondWhatOneWordHolds() {
    int calls = 3 * OutcomeWord.FULL + 7;
    for (int i = 0; i < calls; i++) {
      permit().success();
      permit().cancel();
      breaker.recordFailure(NAME);
    }
    BreakerView view = breaker.view(NAME);
    assertThat(view.successes()).isEqualTo(calls);
    assertThat(view.cancelled()).isEqualTo(calls);
    assertThat(view.failures()).isEqualTo(calls);
    assertThat(view.consecutiveFailures()).isEqualTo(1);
    assertThat(view.state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void callsThatOnlySucceedAreCountedAndTheNextFailuresStillOpenTheCircuit() {
    Permit early = permit();
    Permit given = permit();
    int calls = 3 * OutcomeWord.FULL + 7;
    for (int i = 0; i < calls; i++) {
      breaker.recordSuccess(NAME);
      assertThat(breaker.view(NAME).successes()).isEqualTo(i + 1);
    }
    given.cancel();
    breaker.recordFailure(NAME);
    breaker.recordFailure(NAME);
    assertThat(breaker.view(NAME).consecutiveFailures()).isEqualTo(2);
    early.failure();
    BreakerView view = breaker.view(NAME);
    assertThat(view.state()).isEqualTo(BreakerState.OPEN);
    assertThat(view.successes()).isEqualTo(calls);
    assertThat(view.failures()).isEqualTo(3);
    assertThat(view.cancelled()).isEqualTo(1);
  }

  @Test
  void permitsFromBeforeAResetOfACircuitThatOnlySucceededMoveNothing() {
    for (int i = 0; i < OutcomeWord.FULL; i++) {
      permit().success();
    }
    Permit early = permit();
    Instant closed = breaker.view(NAME).since();
    time.advance(Duration.ofSeconds(5));
    breaker.reset(NAME);
    breaker.recordFailure(NAME);
    early.success();
    BreakerView view = breaker.view(NAME);
    assertThat(view.consecutiveFailures()).isEqualTo(1);
    assertThat(view.successes()).isEqualTo(OutcomeWord.FULL + 1);
    assertThat(view.since()).isEqualTo(closed);
  }

  @Test
  void aWordFullOfStaleSuccessesForgetsNoFailureInARow() {
    Permit[] stale = new Permit[OutcomeWord.FULL];
    for (int i = 0; i < stale.length; i++) {
      stale[i] = permit();
    }
    breaker.reset(NAME);
    breaker.recordFailure(NAME);
    breaker.recordFailure(NAME);
    for (int i = 0; i < OutcomeWord.FULL; i++) {
      permit().cancel();
    }
    for (Permit permit : stale) {
      permit.success();
    }
    assertThat(breaker.view(NAME).consecutiveFailures()).isEqualTo(2);
    breaker.recordFailure(NAME);
    assertThat(breaker.isOpen(NAME)).isTrue();
  }

  @Test
  void failuresInARowAndPermitsSurviveAFullWord() {
    Permit early = permit();
    breaker.recordFailure(NAME);
    Permit[] stale = new Permit[OutcomeWord.FULL];
    for (int i = 0; i < stale.length; i++) {
      stale[i] = permit();
    }
    for (Permit permit : stale) {
      permit.cancel();
    }
    assertThat(breaker.view(NAME).consecutiveFailures()).isEqualTo(1);
    breaker.recordFailure(NAME);
    early.failure();
    assertThat(breaker.view(NAME).state()).isEqualTo(BreakerState.OPEN);
  }

  private void trip() {
    for (int i = 0; i < 3; i++) {
      breaker.recordFailure(NAME);
    }
  }

  private Permit permit() {
    return (Permit) breaker.tryAcquire(NAME);
  }
}
