package dev.cleveragents.kernel.cancel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CancellationTokenTest {

  private static final CancellationCause CAUSE = CancellationCause.requested("a test");
  private static final Duration LONG = Duration.ofSeconds(30);

  private final CancellationSource source = new CancellationSource();
  private final CancellationToken token = source.token();

  @Test
  void aNewTokenIsNotCancelled() {
    assertThat(token.isCancelled()).isFalse();
    assertThat(token.cause()).isEmpty();
    assertThatCode(token::throwIfCancelled).doesNotThrowAnyException();
  }

  @Test
  void aCancelledTokenKeepsItsFirstCauseForEver() {
    source.cancel(CAUSE);
    source.cancel(CancellationCause.shutdown("later"));
    source.reset();
    source.close();

    assertThat(token.isCancelled()).isTrue();
    assertThat(token.cause()).containsSame(CAUSE);
  }

  @Test
  void aCancelledTokenThrowsWithItsCause() {
    source.cancel(CAUSE);

    assertThatThrownBy(token::throwIfCancelled)
        .isInstanceOfSatisfying(
            CancelledException.class, thrown -> assertThat(thrown.cause()).isSameAs(CAUSE))
        .hasMessage("Cancelled (REQUESTED): a test");
  }

  @Test
  void awaitingACancelledTokenReturnsAtOnceAlsoWhenInterrupted() throws Exception {
    source.cancel(CAUSE);
    Thread.currentThread().interrupt();

    assertThat(token.await(LONG)).isTrue();
    token.await();
    assertThat(Thread.interrupted()).as("the interrupt is left for others to see").isTrue();
  }

  @Test
  void awaitingEndsWithTheTimeout() throws Exception {
    assertThat(token.await(Duration.ofMillis(1))).isFalse();
    assertThat(token.registrations()).isZero();
  }

  @Test
  void aTimeoutOfZeroOrLessOnlyLooks() throws Exception {
    assertThat(token.await(Duration.ZERO)).isFalse();
    assertThat(token.await(Duration.ofSeconds(-1))).isFalse();
    source.cancel(CAUSE);
    assertThat(token.await(Duration.ZERO)).isTrue();
  }

  @Test
  void aTimeoutTooLongForNanosecondsIsAWaitWithoutEnd() throws Exception {
    FutureTask<Boolean> waiting = start(() -> token.await(Duration.ofSeconds(Long.MAX_VALUE)));
    awaitRegistrations(1);

    source.cancel(CAUSE);

    assertThat(waiting.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void everyWaitingThreadIsWokenAndSeesTheCancellation() throws Exception {
    List<FutureTask<Boolean>> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      waiting.add(
          start(
              () -> {
                token.await();
                return token.isCancelled();
              }));
    }
    awaitRegistrations(20);

    source.cancel(CAUSE);

    for (FutureTask<Boolean> each : waiting) {
      assertThat(each.get(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(token.registrations()).isZero();
  }

  @Test
  void aBlockedCallbackDoesNotKeepAWaitingThreadFromWaking() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    token.onCancel(cause -> awaitLatch(release));
    FutureTask<Boolean> waiting = start(() -> token.await(LONG));
    awaitRegistrations(2);

    FutureTask<CancelResult> cancelling = start(() -> source.cancel(CAUSE));

    assertThat(waiting.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(cancelling.isDone()).isFalse();
    release.countDown();
    assertThat(cancelling.get(30, TimeUnit.SECONDS).first()).isTrue();
  }

  @Test
  void anInterruptEndsTheWaitAndLeavesNothingBehind() throws Exception {
    AtomicReference<Thread> waiter = new AtomicReference<>();
    FutureTask<Boolean> waiting =
        start(
            () -> {
              waiter.set(Thread.currentThread());
              return token.await(LONG);
            });
    awaitRegistrations(1);

    waiter.get().interrupt();

    assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(token.registrations()).isZero();
  }

  @Test
  @Tag("long")
  void tenThousandWaitingVirtualThreadsHoldNoPlatformThread() throws Exception {
    int before = Thread.getAllStackTraces().size();
    List<Thread> waiting = new ArrayList<>();
    CountDownLatch woken = new CountDownLatch(10_000);
    for (int i = 0; i < 10_000; i++) {
      waiting.add(
          Thread.startVirtualThread(
              () -> {
                try {
                  token.await();
                  woken.countDown();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              }));
    }
    awaitRegistrations(10_000);
    // Whatever else has started threads meanwhile: far fewer than one for each that waits.
    assertThat(Thread.getAllStackTraces().size()).isLessThan(before + 1_000);

    source.cancel(CAUSE);

    assertThat(woken.await(30, TimeUnit.SECONDS)).isTrue();
    for (Thread each : waiting) {
      each.join();
    }
  }

  @Test
  void noneIsNeverCancelledAndKeepsNoReference() throws Exception {
    CancellationToken none = CancellationToken.none();
    CallbackRegistration registration =
        none.onCancel(
            cause -> {
              throw new AssertionError("must never run");
            });

    try (CancellationSource child = CancellationSource.linkedTo(none)) {
      assertThat(child.token().isCancelled()).isFalse();
      assertThat(none.registrations()).isZero();
      child.cancel(CAUSE);
    }
    assertThat(none.await(Duration.ofMillis(1))).isFalse();
    assertThat(none.isCancelled()).isFalse();
    assertThat(registration.withdraw()).isEqualTo(CallbackRegistration.Outcome.PREVENTED);
    assertThat(registration.withdraw()).isEqualTo(CallbackRegistration.Outcome.PREVENTED);
  }

  private void awaitRegistrations(int count) {
    await().atMost(LONG).until(() -> token.registrations() == count);
  }

  private static <T> FutureTask<T> start(java.util.concurrent.Callable<T> body) {
    FutureTask<T> task = new FutureTask<>(body);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
