package dev.cleveragents.kernel.cancel;

import static dev.cleveragents.kernel.cancel.CancellationCause.Kind.CLOSED;
import static dev.cleveragents.kernel.cancel.CancellationCause.Kind.DEADLINE;
import static dev.cleveragents.kernel.cancel.CancellationCause.Kind.SUPERSEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationCause.Kind;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CancellationSourceTest {

  private static final CancellationCause CAUSE = CancellationCause.requested("a test");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime();

  @Test
  void cancelSaysWhichGenerationItHitAndWhoWasFirst() {
    CancellationSource source = new CancellationSource();

    assertThat(source.generation()).isEqualTo(1);
    assertThat(source.cancel(CAUSE)).isEqualTo(new CancelResult(1, true));
    assertThat(source.cancel(CAUSE)).isEqualTo(new CancelResult(1, false));
    source.reset();
    assertThat(source.generation()).isEqualTo(2);
    assertThat(source.cancel(CAUSE)).isEqualTo(new CancelResult(2, true));
  }

  @Test
  void resetPutsANewTokenInPlaceAndLeavesACancelledOneCancelled() {
    CancellationSource source = new CancellationSource();
    CancellationToken old = source.token();
    source.cancel(CAUSE);

    CancellationToken next = source.reset();

    assertThat(next).isNotSameAs(old).isSameAs(source.token());
    assertThat(next.isCancelled()).isFalse();
    assertThat(old.cause()).containsSame(CAUSE);
  }

  @Test
  void resetCancelsATokenThatWasNotCancelledAsSuperseded() {
    CancellationSource source = new CancellationSource();
    CancellationToken old = source.token();
    List<Kind> heard = new ArrayList<>();
    old.onCancel(cause -> heard.add(cause.kind()));

    CancellationToken next = source.reset();

    assertThat(kind(old)).contains(SUPERSEDED);
    assertThat(heard).containsExactly(SUPERSEDED);
    assertThat(next.isCancelled()).isFalse();
  }

  @Test
  void aCallbackOfTheOldTokenFindsTheNewOneInPlace() {
    CancellationSource source = new CancellationSource();
    List<CancellationToken> seen = new ArrayList<>();
    source.token().onCancel(cause -> seen.add(source.token()));

    assertThat(source.reset()).isSameAs(seen.getFirst());
  }

  @Test
  void closeCancelsTheCurrentTokenOnce() {
    CancellationSource source = new CancellationSource();
    List<Kind> heard = new ArrayList<>();
    source.token().onCancel(cause -> heard.add(cause.kind()));

    source.close();
    source.close();

    assertThat(kind(source.token())).contains(CLOSED);
    assertThat(heard).containsExactly(CLOSED);
    assertThat(source.cancel(CAUSE)).isEqualTo(new CancelResult(1, false));
  }

  @Test
  void closeLeavesAnEarlierCauseAlone() {
    CancellationSource source = new CancellationSource();
    source.cancel(CAUSE);

    source.close();

    assertThat(source.token().cause()).containsSame(CAUSE);
  }

  @Test
  void resetAfterCloseGivesATokenThatIsClosedAndPutsNothingInPlace() {
    try (CancellationSource parent = new CancellationSource()) {
      CancellationSource source = CancellationSource.linkedTo(parent.token());
      source.cancel(CAUSE);
      source.close();
      parent.cancel(CAUSE);

      assertThat(kind(source.reset())).contains(CLOSED);
      assertThat(source.generation()).isEqualTo(1);
      assertThat(source.token().cause()).containsSame(CAUSE);
    }
  }

  @Test
  void resetAfterCloseLeavesNothingOnAParent() {
    CancellationSource parent = new CancellationSource();
    CancellationSource source = CancellationSource.linkedTo(parent.token());
    source.close();

    source.reset();

    assertThat(parent.token().registrations()).isZero();
  }

  @Test
  void aDeadlineCancelsWhenItsTimeHasPassedAndNotBefore() {
    CancellationSource source = CancellationSource.withDeadline(time, SECOND);

    time.advance(SECOND.minusNanos(1));
    assertThat(source.token().isCancelled()).isFalse();
    time.advance(Duration.ofNanos(1));

    assertThat(source.token().cause())
        .contains(new CancellationCause(DEADLINE, "not done within 1000 ms"));
  }

  @Test
  void aJumpOfTheWallClockDoesNotMoveADeadline() {
    CancellationSource source = CancellationSource.withDeadline(time, SECOND);

    time.jumpWallClock(Duration.ofDays(1));

    assertThat(source.token().isCancelled()).isFalse();
  }

  @Test
  void aDeadlineSurvivesAReset() {
    CancellationSource source = CancellationSource.withDeadline(time, SECOND);
    time.advance(Duration.ofMillis(600));

    CancellationToken second = source.reset();
    time.advance(Duration.ofMillis(399));
    assertThat(second.isCancelled()).isFalse();
    time.advance(Duration.ofMillis(1));

    assertThat(kind(second)).contains(DEADLINE);
    assertThat(kind(source.reset())).as("born after the deadline").contains(DEADLINE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void closingTakesTheAlarmOffTheTimer(boolean cancelledBefore) {
    CancellationSource source = CancellationSource.withDeadline(time, SECOND);
    if (cancelledBefore) {
      source.cancel(CAUSE);
    }

    source.close();

    assertThat(time.pendingAlarms()).isZero();
  }

  @Test
  void aDeadlineTokenIsCancelledByItsParentsToo() {
    CancellationSource parent = new CancellationSource();
    CancellationSource source = CancellationSource.withDeadline(time, SECOND, parent.token());

    parent.cancel(CAUSE);

    assertThat(source.token().cause()).containsSame(CAUSE);
  }

  @Test
  void aClosedTimerRefusesADeadlineAndLeavesNothingOnTheParents() {
    CancellationSource parent = new CancellationSource();
    Timer closed =
        (delay, action) -> {
          throw new IllegalStateException("closed");
        };

    assertThatThrownBy(() -> CancellationSource.withDeadline(closed, SECOND, parent.token()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(parent.token().registrations()).isZero();
  }

  private static Optional<Kind> kind(CancellationToken token) {
    return token.cause().map(CancellationCause::kind);
  }
}
