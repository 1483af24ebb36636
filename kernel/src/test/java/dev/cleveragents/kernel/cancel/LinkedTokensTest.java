package dev.cleveragents.kernel.cancel;

import static dev.cleveragents.kernel.cancel.CancellationCause.Kind.CLOSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LinkedTokensTest {

  private static final CancellationCause CAUSE = CancellationCause.requested("a test");

  private final CancellationSource left = new CancellationSource();
  private final CancellationSource right = new CancellationSource();

  @Test
  void aChildIsCancelledWithAnyOfItsParentsAndCarriesItsVeryCause() {
    CancellationSource child = CancellationSource.linkedTo(left.token(), right.token());

    right.cancel(CAUSE);

    assertThat(child.token().cause()).containsSame(CAUSE);
    assertThat(left.token().isCancelled()).isFalse();
    assertThat(left.token().registrations()).as("withdrawn from the other parent").isZero();
  }

  @Test
  void cancellingAChildNeverReachesAParent() {
    CancellationSource child = CancellationSource.linkedTo(left.token(), right.token());

    child.cancel(CAUSE);

    assertThat(left.token().isCancelled()).isFalse();
    assertThat(right.token().isCancelled()).isFalse();
    assertThat(left.token().registrations()).isZero();
    assertThat(right.token().registrations()).isZero();
  }

  @Test
  void aChildOfACancelledParentIsBornCancelledAndLeavesNothingOnTheOthers() {
    right.cancel(CAUSE);

    CancellationSource child = CancellationSource.linkedTo(left.token(), right.token());

    assertThat(child.token().cause()).containsSame(CAUSE);
    assertThat(left.token().registrations()).isZero();
  }

  @Test
  void closingAChildLeavesNothingOnItsParents() {
    CancellationSource child = CancellationSource.linkedTo(left.token(), right.token());
    assertThat(left.token().registrations()).isEqualTo(1);

    child.close();

    assertThat(child.token().cause().map(CancellationCause::kind)).contains(CLOSED);
    assertThat(left.token().registrations()).isZero();
    assertThat(right.token().registrations()).isZero();
  }

  @Test
  void aResetChildIsLinkedToItsParentsAgainAndItsOldTokenIsNot() {
    CancellationSource child = CancellationSource.linkedTo(left.token());
    CancellationToken old = child.token();

    CancellationToken next = child.reset();

    assertThat(old.isCancelled()).isTrue();
    assertThat(next.isCancelled()).isFalse();
    assertThat(left.token().registrations()).isEqualTo(1);
    left.cancel(CAUSE);
    assertThat(next.cause()).containsSame(CAUSE);
    assertThat(child.reset().cause()).as("born cancelled").containsSame(CAUSE);
  }

  @Test
  void aParentGivenTwiceIsLeftTwice() {
    CancellationSource child = CancellationSource.linkedTo(left.token(), left.token());

    child.close();

    assertThat(left.token().registrations()).isZero();
  }

  @Test
  void aParentThatIsNullIsRefusedBeforeAnythingIsLinked() {
    CancellationToken[] parents = {left.token(), missing()};

    assertThatThrownBy(() -> CancellationSource.linkedTo(parents))
        .isInstanceOf(NullPointerException.class);
    assertThat(left.token().registrations()).isZero();
  }

  @Test
  void aChainOfAHundredThousandIsCancelledWithoutUsingTheStackAndCallbacksComeLast()
      throws Exception {
    List<CancellationToken> chain = new ArrayList<>();
    chain.add(left.token());
    for (int i = 0; i < 100_000; i++) {
      chain.add(CancellationSource.linkedTo(chain.getLast()).token());
    }
    CancellationToken last = chain.getLast();
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger callsBeforeTheLastWasCancelled = new AtomicInteger();
    for (int i = 0; i < chain.size(); i += 1_000) {
      chain
          .get(i)
          .onCancel(
              cause -> {
                calls.incrementAndGet();
                if (!last.isCancelled()) {
                  callsBeforeTheLastWasCancelled.incrementAndGet();
                }
              });
    }

    // A stack far too small for one frame per token.
    Thread cancelling = new Thread(null, () -> left.cancel(CAUSE), "small stack", 256 * 1024);
    cancelling.start();
    cancelling.join(60_000);

    assertThat(chain).allMatch(CancellationToken::isCancelled);
    assertThat(chain).allMatch(token -> token.registrations() == 0);
    assertThat(calls).hasValue(101);
    assertThat(callsBeforeTheLastWasCancelled).hasValue(0);
  }

  @Test
  void aLadderOfDiamondsIsWalkedOnceNotOncePerPath() {
    CancellationToken[] rung = {left.token(), right.token()};
    List<CancellationToken> all = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      rung =
          new CancellationToken[] {
            CancellationSource.linkedTo(rung).token(), CancellationSource.linkedTo(rung).token()
          };
      all.addAll(List.of(rung));
    }

    left.cancel(CAUSE);

    assertThat(all).allMatch(CancellationToken::isCancelled);
    assertThat(right.token().registrations()).isZero();
  }

  @Test
  void noCallbackMeetsALiveDescendantAlsoWhenAnotherThreadIsStillOnItsWayDown() {
    CancellationSource middle = CancellationSource.linkedTo(left.token());
    CancellationSource bottom = CancellationSource.linkedTo(middle.token());
    List<Boolean> bottomSeen = new ArrayList<>();
    left.token().onCancel(cause -> bottomSeen.add(bottom.token().isCancelled()));
    anotherThreadHasOnlyMarked(middle, bottom);

    left.cancel(CancellationCause.shutdown("meanwhile"));

    assertThat(bottomSeen).containsExactly(true);
    assertThat(bottom.token().cause()).as("its parent's cause").containsSame(CAUSE);
  }

  @Test
  void noLateCallbackMeetsALiveDescendantEither() {
    CancellationSource middle = CancellationSource.linkedTo(left.token());
    CancellationSource bottom = CancellationSource.linkedTo(middle.token());
    List<Boolean> bottomSeen = new ArrayList<>();
    anotherThreadHasOnlyMarked(middle, bottom);

    middle.token().onCancel(cause -> bottomSeen.add(bottom.token().isCancelled()));

    assertThat(bottomSeen).containsExactly(true);
  }

  @Test
  void whenCancelReturnsAllBelowIsCancelledAlsoForTheCallerThatWasNotFirst() {
    CancellationSource middle = CancellationSource.linkedTo(left.token());
    CancellationSource bottom = CancellationSource.linkedTo(middle.token());
    anotherThreadHasOnlyMarked(middle, bottom);

    assertThat(middle.cancel(CAUSE).first()).isFalse();

    assertThat(bottom.token().isCancelled()).isTrue();
  }

  @Test
  void aWithdrawalDoesNotDivertATraversalAtItsEntry() {
    CallbackRegistration first = left.token().onCancel(cause -> {});
    CancellationSource child = CancellationSource.linkedTo(left.token());
    anotherThreadHasOnlyMarked(left, child);
    TokenEntry entry = left.token().firstListener();

    assertThat(first.withdraw()).isEqualTo(CallbackRegistration.Outcome.PREVENTED);

    assertThat(entry).isSameAs(first);
    assertThat(first.next).isInstanceOf(ChildLink.class);
  }

  private static void anotherThreadHasOnlyMarked(
      CancellationSource marked, CancellationSource below) {
    assertThat(marked.token().mark(CAUSE)).isTrue();
    assertThat(below.token().isCancelled()).isFalse();
  }

  @Test
  @Tag("long")
  void aMillionChildrenOpenedAndClosedLeaveNothingOnTheParent() {
    for (int i = 0; i < 1_000_000; i++) {
      CancellationSource.linkedTo(left.token()).close();
    }

    assertThat(left.token().registrations()).isZero();
  }

  @Test
  @Tag("long")
  void aMillionChildrenTenThousandAtATimeClosedInAnyOrderLeaveNothingOnTheParent() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      List<CancellationSource> open = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        open.add(CancellationSource.linkedTo(left.token(), right.token()));
      }
      assertThat(left.token().registrations()).isEqualTo(10_000);
      Collections.shuffle(open, random);
      for (CancellationSource each : open) {
        each.close();
      }
    }

    assertThat(left.token().registrations()).as("seed %d", seed).isZero();
    assertThat(right.token().registrations()).as("seed %d", seed).isZero();
  }

  @Test
  void childrenOpenedWhileAParentIsCancelledAreAllCancelledAndLeaveNothing() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      CancellationSource one = new CancellationSource();
      CancellationSource other = new CancellationSource();
      CountDownLatch started = new CountDownLatch(2);
      Thread cancelling =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    meet(started);
                    one.cancel(CAUSE);
                  });
      List<CancellationToken> children = new ArrayList<>();
      meet(started);
      for (int i = 0; i < 20; i++) {
        children.add(CancellationSource.linkedTo(other.token(), one.token()).token());
        children.add(CancellationSource.linkedTo(one.token(), other.token()).token());
      }
      cancelling.join(30_000);

      assertThat(children).allMatch(CancellationToken::isCancelled);
      assertThat(other.token().registrations()).isZero();
    }
  }

  private static void meet(CountDownLatch all) {
    all.countDown();
    try {
      assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("NullAway") // The null that a caller without checks would hand in.
  private static CancellationToken missing() {
    return null;
  }
}
