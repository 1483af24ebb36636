package dev.cleveragents.kernel.cancel;

import static dev.cleveragents.kernel.cancel.CallbackRegistration.Outcome.PREVENTED;
import static dev.cleveragents.kernel.cancel.CallbackRegistration.Outcome.RAN;
import static dev.cleveragents.kernel.cancel.CallbackRegistration.Outcome.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.cleveragents.kernel.CapturedLog;
import dev.cleveragents.kernel.UnprintableError;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CallbackRegistrationTest {

  private static final CancellationCause CAUSE = CancellationCause.requested("a test");

  private final CancellationSource source = new CancellationSource();
  private final CancellationToken token = source.token();
  private final List<String> ran = new ArrayList<>();

  @Test
  void callbacksRunInOrderOnTheCancellingThreadWithTheCause() {
    AtomicReference<CancellationCause> given = new AtomicReference<>();
    AtomicReference<Thread> on = new AtomicReference<>();
    token.onCancel(
        cause -> {
          given.set(cause);
          on.set(Thread.currentThread());
        });
    for (int i = 0; i < 5; i++) {
      String name = "callback " + i;
      token.onCancel(cause -> ran.add(name));
    }

    source.cancel(CAUSE);
    source.cancel(CAUSE);

    assertThat(given.get()).isSameAs(CAUSE);
    assertThat(on.get()).isSameAs(Thread.currentThread());
    assertThat(ran)
        .containsExactly("callback 0", "callback 1", "callback 2", "callback 3", "callback 4");
  }

  @Test
  void aCallbackThatComesLateRunsAtOnceOnTheRegisteringThread() {
    source.cancel(CAUSE);
    AtomicReference<Thread> on = new AtomicReference<>();

    CallbackRegistration late = token.onCancel(cause -> on.set(Thread.currentThread()));

    assertThat(on.get()).isSameAs(Thread.currentThread());
    assertThat(late.withdraw()).isEqualTo(RAN);
    assertThat(token.registrations()).isZero();
  }

  @Test
  void aCallbackRegisteredByACallbackRunsToo() {
    token.onCancel(cause -> token.onCancel(again -> ran.add("inner")));

    source.cancel(CAUSE);

    assertThat(ran).containsExactly("inner");
  }

  @Test
  void aWithdrawnCallbackNeverRunsAndStaysPrevented() {
    CallbackRegistration registration = token.onCancel(cause -> ran.add("withdrawn"));

    assertThat(registration.withdraw()).isEqualTo(PREVENTED);
    assertThat(token.registrations()).isZero();
    source.cancel(CAUSE);

    assertThat(registration.withdraw()).isEqualTo(PREVENTED);
    assertThat(ran).isEmpty();
  }

  @Test
  void anyOneOfManyCanBeWithdrawn() {
    for (int which = 0; which < 3; which++) {
      CancellationSource each = new CancellationSource();
      List<Integer> seen = new ArrayList<>();
      List<CallbackRegistration> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int number = i;
        all.add(each.token().onCancel(cause -> seen.add(number)));
      }

      all.get(which).close();
      all.get(which).close();
      assertThat(each.token().registrations()).isEqualTo(2);
      each.token().onCancel(cause -> seen.add(3));
      each.cancel(CAUSE);

      List<Integer> expected = new ArrayList<>(List.of(0, 1, 2, 3));
      expected.remove(Integer.valueOf(which));
      assertThat(seen).isEqualTo(expected);
    }
  }

  @Test
  void anEarlierCallbackCanPreventALaterOneWhileTheCancelRuns() {
    AtomicReference<CallbackRegistration> later = new AtomicReference<>();
    List<CallbackRegistration.Outcome> outcomes = new ArrayList<>();
    token.onCancel(cause -> outcomes.add(later.get().withdraw()));
    later.set(token.onCancel(cause -> ran.add("later")));

    source.cancel(CAUSE);

    assertThat(outcomes).containsExactly(PREVENTED);
    assertThat(later.get().withdraw()).isEqualTo(PREVENTED);
    assertThat(ran).isEmpty();
  }

  @Test
  void withdrawingARunningCallbackDoesNotWaitAndSaysSo() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CallbackRegistration registration =
        token.onCancel(
            cause -> {
              running.countDown();
              try {
                release.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    Thread cancelling = Thread.ofPlatform().daemon().start(() -> source.cancel(CAUSE));
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();

    assertThat(registration.withdraw()).isEqualTo(RUNNING);
    registration.close();
    assertThat(cancelling.isAlive()).as("close stops no callback that runs").isTrue();

    release.countDown();
    assertThat(cancelling.join(Duration.ofSeconds(30))).isTrue();
    assertThat(registration.withdraw()).isEqualTo(RAN);
  }

  @Test
  void aCallbackSeesItselfRunning() {
    AtomicReference<CallbackRegistration> self = new AtomicReference<>();
    List<CallbackRegistration.Outcome> outcomes = new ArrayList<>();
    self.set(token.onCancel(cause -> outcomes.add(self.get().withdraw())));

    source.cancel(CAUSE);

    assertThat(outcomes).containsExactly(RUNNING);
  }

  @Test
  void callbacksThatThrowStopNoOtherAndNothingComesOutOfCancel() {
    AtomicInteger count = new AtomicInteger();
    List<CallbackRegistration> throwing = new ArrayList<>();
    for (Throwable thrown :
        List.of(
            new IllegalStateException("on purpose"),
            new AssertionError("on purpose"),
            new OutOfMemoryError("on purpose"),
            new StackOverflowError(),
            new UnprintableError())) {
      throwing.add(token.onCancel(cause -> sneak(thrown)));
      token.onCancel(cause -> count.incrementAndGet());
    }

    assertThatCode(() -> source.cancel(CAUSE)).doesNotThrowAnyException();
    assertThatCode(() -> token.onCancel(cause -> sneak(new Exception("late, on purpose"))))
        .doesNotThrowAnyException();

    assertThat(count).hasValue(5);
    assertThat(throwing).allSatisfy(each -> assertThat(each.withdraw()).isEqualTo(RAN));
  }

  @Test
  void whatACallbackThrewIsLogged() {
    try (CapturedLog log = new CapturedLog(CallbackRegistration.class)) {
      token.onCancel(cause -> sneak(new IllegalStateException("on purpose")));
      source.cancel(CAUSE);

      assertThat(log.messages())
          .containsExactly(
              "A cancellation callback threw; the cancellation continues. Fix the callback: it must"
                  + " not throw");
      assertThat(log.events().getFirst().getLevel()).isEqualTo(Level.ERROR);
      assertThat(log.events().getFirst().getThrowableProxy().getMessage()).isEqualTo("on purpose");
    }
  }

  @Test
  void anErrorThatCannotEvenBeLoggedStopsNoOtherCallback() {
    try (CapturedLog log = new CapturedLog(CallbackRegistration.class)) {
      CallbackRegistration throwing = token.onCancel(cause -> sneak(new UnprintableError()));
      token.onCancel(cause -> ran.add("next"));

      assertThatCode(() -> source.cancel(CAUSE)).doesNotThrowAnyException();

      assertThat(log.messages()).singleElement().asString().endsWith("that cannot be printed)");
      assertThat(throwing.withdraw()).isEqualTo(RAN);
      assertThat(ran).containsExactly("next");
    }
  }

  @Test
  void aCallbackThatCancelsAgainIsNotFirstAndRunsNothingTwice() {
    List<CancelResult> inner = new ArrayList<>();
    token.onCancel(cause -> inner.add(source.cancel(CAUSE)));
    token.onCancel(cause -> ran.add("second"));

    source.cancel(CAUSE);

    assertThat(inner).containsExactly(new CancelResult(1, false));
    assertThat(ran).containsExactly("second");
  }

  @Test
  void neitherAWithdrawnNorARunCallbackIsKeptInMemory() {
    Object[] held = {new Object(), new Object()};
    List<WeakReference<Object>> references =
        List.of(new WeakReference<>(held[0]), new WeakReference<>(held[1]));
    CallbackRegistration withdrawn = register(held[0]);
    CallbackRegistration run = register(held[1]);
    withdrawn.withdraw();
    source.cancel(CAUSE);
    held[0] = ran;
    held[1] = ran;

    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              return references.stream().allMatch(each -> each.get() == null);
            });
    assertThat(withdrawn.withdraw()).isEqualTo(PREVENTED);
    assertThat(run.withdraw()).isEqualTo(RAN);
  }

  @Test
  void aHeldRegistrationOfACancelledTokenKeepsNoNeighbourInMemory() {
    CallbackRegistration held = token.onCancel(cause -> {});
    WeakReference<CancellationToken> neighbour =
        new WeakReference<>(CancellationSource.linkedTo(token).token());
    source.cancel(CAUSE);

    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              return neighbour.get() == null;
            });
    assertThat(held.withdraw()).isEqualTo(RAN);
  }

  private CallbackRegistration register(Object captured) {
    return token.onCancel(cause -> ran.add(captured.toString()));
  }

  @SuppressWarnings("unchecked") // The usual trick to throw a checked exception unannounced.
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
