package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class PermitTest {

  private static final String NAME = "search";

  private final ManualTime time = new ManualTime();
  private final CircuitBreaker breaker =
      new CircuitBreaker(BreakerSettings.defaults(), time, change -> {});

  @Test
  void aPermitEndsOnceAndOnlyTheCallThatEndedItSaysSo() {
    List<Predicate<Permit>> ends = List.of(Permit::success, Permit::failure, Permit::cancel);
    for (Predicate<Permit> first : ends) {
      Permit permit = permit();
      assertThat(first.test(permit)).isTrue();
      long counted = counted();
      for (Predicate<Permit> second : ends) {
        assertThat(second.test(permit)).isFalse();
      }
      permit.close();
      assertThat(counted()).isEqualTo(counted);
    }
  }

  @Test
  void closingAPermitWithoutAnOutcomeCancelsIt() {
    try (Permit permit = permit()) {
      assertThat(permit.name()).isEqualTo(NAME);
    }
    assertThat(breaker.view(NAME).cancelled()).isEqualTo(1);
  }

  @Test
  void closingAPermitThatEndedDoesNothing() {
    try (Permit permit = permit()) {
      permit.failure();
    }
    assertThat(breaker.view(NAME).cancelled()).isZero();
    assertThat(breaker.view(NAME).failures()).isEqualTo(1);
  }

  @Test
  void onlyTheCallLetThroughByAnOpenCircuitIsATrial() {
    assertThat(permit().isTrial()).isFalse();
    trip();
    time.advance(Duration.ofSeconds(30));
    assertThat(permit().isTrial()).isTrue();
  }

  @Test
  void aCallFromBeforeTheTripClosesNothingWhenItSucceedsDuringTheTrial() {
    Permit slow = permit();
    trip();
    time.advance(Duration.ofSeconds(30));
    Permit trial = permit();
    assertThat(slow.success()).isTrue();
    assertThat(breaker.view(NAME).state()).isEqualTo(BreakerState.HALF_OPEN);
    assertThat(breaker.view(NAME).successes()).isEqualTo(1);
    trial.success();
    assertThat(breaker.view(NAME).state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void aCallFromBeforeTheTripFreesNoTrialWhenItIsCancelledDuringTheTrial() {
    Permit slow = permit();
    trip();
    time.advance(Duration.ofSeconds(30));
    permit();
    assertThat(slow.cancel()).isTrue();
    assertThat(breaker.tryAcquire(NAME)).isInstanceOf(Refusal.class);
  }

  @Test
  void aTrialThatWasLostMovesNothingWhenItsOutcomeComesAtLast() {
    trip();
    time.advance(Duration.ofSeconds(30));
    Permit lost = permit();
    time.advance(Duration.ofMinutes(2));
    Permit second = permit();
    assertThat(second.isTrial()).isTrue();
    assertThat(lost.success()).isTrue();
    assertThat(breaker.view(NAME).state()).isEqualTo(BreakerState.HALF_OPEN);
    second.failure();
    assertThat(breaker.view(NAME).nextTrialIn()).hasValue(Duration.ofMinutes(2));
  }

  @Test
  void aCallFromBeforeAResetAddsNoFailureInARow() {
    Permit before = permit();
    breaker.reset(NAME);
    before.failure();
    assertThat(breaker.view(NAME).consecutiveFailures()).isZero();
    assertThat(breaker.view(NAME).failures()).isEqualTo(1);
  }

  @Test
  void aCallFromAnEarlierClosedStayMovesNothingInALaterOne() {
    Permit before = permit();
    trip();
    breaker.recordSuccess(NAME);
    breaker.recordFailure(NAME);
    breaker.recordFailure(NAME);
    before.success();
    assertThat(breaker.view(NAME).consecutiveFailures()).isEqualTo(2);
    breaker.recordFailure(NAME);
    assertThat(breaker.isOpen(NAME)).isTrue();
  }

  private void trip() {
    for (int i = 0; i < 3; i++) {
      breaker.recordFailure(NAME);
    }
  }

  private Permit permit() {
    return (Permit) breaker.tryAcquire(NAME);
  }

  private long counted() {
    BreakerView view = breaker.view(NAME);
    return view.successes() + view.failures() + view.cancelled();
  }
}
