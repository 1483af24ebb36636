package dev.cleveragents.kernel.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationCause.Kind;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ScopeTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final CancellationCause CAUSE = CancellationCause.requested("a test");

  private final WatchedThreads watched = new WatchedThreads();
  private final CancellationSource parent = new CancellationSource();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Scope scope = Scope.open("test", watched.threads(), parent.token());

  @AfterEach
  void nothingIsLeft() {
    end.countDown();
    scope.close();
    watched.awaitNoneAlive();
  }

  @Test
  void aForkRunsInAVirtualThreadNamedAfterScopeAndFork() throws Exception {
    Thread thread = scope.fork("reader", Thread::currentThread).join(LONG);

    assertThat(thread.isVirtual()).isTrue();
    assertThat(thread.getName()).isEqualTo("test/reader");
  }

  @Test
  void aPlatformForkRunsInADaemonPlatformThread() throws Exception {
    Thread thread = scope.forkPlatform("native", Thread::currentThread).join(LONG);

    assertThat(thread.isVirtual()).isFalse();
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).isEqualTo("test/native");
  }

  @Test
  void aThreadThatClosesItsOwnScopeInterruptsTheOthersButNotItself() throws Exception {
    Fork<Boolean> other =
        scope.fork(
            "other",
            () -> {
              try {
                end.await();
                return false;
              } catch (InterruptedException e) {
                return true;
              }
            });
    Fork<Boolean> closing =
        scope.fork(
            "closing",
            () -> {
              scope.closeWithin(SHORT);
              return Thread.currentThread().isInterrupted();
            });

    assertThat(closing.join(LONG)).isFalse();
    assertThat(other.join(LONG)).isTrue();
  }

  @Test
  void codeOutsideAnyScopeHasNone() {
    assertThat(Scope.ifCurrent()).isEmpty();
    assertThatThrownBy(Scope::current)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("run it in Scope.call or in a fork");
  }

  @Test
  void aCallAndEveryForkSeeTheirScopeAlsoWhenNested() throws Exception {
    assertThat(scope.call(Scope::current)).isSameAs(scope);
    assertThat(Scope.ifCurrent()).isEmpty();
    assertThat(scope.fork("virtual", Scope::current).join(LONG)).isSameAs(scope);
    assertThat(scope.forkPlatform("platform", Scope::current).join(LONG)).isSameAs(scope);
    Fork<Scope> forkOfFork =
        scope.fork("outer", () -> Scope.current().fork("inner", Scope::current)).join(LONG);
    assertThat(forkOfFork.join(LONG)).isSameAs(scope);
    boolean nested =
        scope
            .fork(
                "outer",
                () -> {
                  try (Scope inner = open(Scope.current().token())) {
                    return inner.fork("inner", Scope::current).join(LONG) == inner
                        && Scope.current() == scope;
                  }
                })
            .join(LONG);
    assertThat(nested).isTrue();
  }

  @Test
  void aScopeInsideWorksForTheSameJob() throws Exception {
    AsyncJob job = InMemoryJobStore.create().enqueue(JobSpec.of("type")).job();
    Scope.Work work = new Scope.Work(job, new Lease(job.id(), 1, new SessionId(new Ulid(1, 1))));
    assertThat(scope.work()).isEmpty();
    try (Scope outer = Scope.openFor(work, watched.threads(), parent.token())) {
      assertThat(outer.work()).contains(work);
      Scope.Work seen =
          outer
              .fork(
                  "fork",
                  () -> {
                    try (Scope inner = open(Scope.current().token())) {
                      return inner.fork("inner", () -> Scope.current().work().orElseThrow());
                    }
                  })
              .join(LONG)
              .join(LONG);
      assertThat(seen).isSameAs(work);
      assertThat(outer.fork("named", () -> Thread.currentThread().getName()).join(LONG))
          .isEqualTo("type/named");
    }
  }

  @Test
  void itsTokenIsCancelledWithTheParentsVeryCause() throws Exception {
    Fork<Boolean> waiting = scope.fork("waiting", () -> Scope.current().token().await(LONG));

    parent.cancel(CAUSE);

    assertThat(waiting.join(LONG)).isTrue();
    assertThat(scope.token().cause()).containsSame(CAUSE);
  }

  @Test
  void cancellingItReachesItsForksAndNotItsParent() throws Exception {
    Fork<Boolean> waiting = scope.fork("waiting", () -> Scope.current().token().await(LONG));

    assertThat(scope.cancel(CAUSE).first()).isTrue();

    assertThat(waiting.join(LONG)).isTrue();
    assertThat(parent.token().isCancelled()).isFalse();
  }

  @Test
  void aForkGivesItsResultOrWhatItThrew() throws Exception {
    Error error = new OutOfMemoryError("on purpose");

    Fork<String> good = scope.fork("good", () -> "result");
    Fork<String> bad =
        scope.fork(
            "bad",
            () -> {
              throw error;
            });

    assertThat(good.join(LONG)).isEqualTo("result");
    assertThat(good.join(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo("result");
    assertThat(good.isDone()).isTrue();
    assertThat(good.name()).isEqualTo("good");
    assertThatThrownBy(() -> bad.join(LONG)).isInstanceOf(ExecutionException.class).hasCause(error);
  }

  @Test
  void aForkThatRunsOnIsNotDone() {
    Fork<Boolean> running = scope.fork("running", this::untilTheEnd);

    assertThat(running.isDone()).isFalse();
    assertThatThrownBy(() -> running.join(SHORT)).isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> running.join(Duration.ofSeconds(-1)))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void aForkThatFailsHarmsNoOther() throws Exception {
    Fork<Boolean> other = scope.fork("other", this::untilTheEnd);
    Fork<Object> failing =
        scope.fork(
            "failing",
            () -> {
              throw new IllegalStateException("on purpose");
            });

    assertThatThrownBy(() -> failing.join(LONG)).hasMessageContaining("on purpose");
    assertThat(scope.token().isCancelled()).isFalse();
    end.countDown();
    assertThat(other.join(LONG)).isTrue();
  }

  @Test
  void joinWaitsForAllForks() throws Exception {
    List<Fork<Boolean>> forks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      forks.add(scope.fork("fork " + i, this::untilTheEnd));
    }

    assertThat(scope.join(SHORT)).isFalse();
    end.countDown();

    assertThat(scope.join(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    assertThat(forks).allMatch(Fork::isDone);
  }

  @Test
  void aForkThatJoinsItsScopeDoesNotWaitForItself() throws Exception {
    assertThat(scope.fork("joining", () -> scope.join(LONG)).join(LONG)).isTrue();
  }

  @Test
  void aClosedScopeRefusesToFork() {
    scope.close();
    AtomicBoolean ran = new AtomicBoolean();

    assertThatThrownBy(() -> scope.fork("late", () -> ran.getAndSet(true)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Scope 'test' is closed, so 'late' was not started. Fork before closing, or in a new"
                + " scope");
    assertThat(ran).isFalse();
  }

  @Test
  void aCancelledScopeStillForksAndTheBodyFindsItsTokenCancelled() throws Exception {
    scope.cancel(CAUSE);

    assertThat(scope.fork("late", () -> Scope.current().token().isCancelled()).join(LONG)).isTrue();
  }

  @Test
  void aThreadThatCannotBeMadeLeavesNothingBehind() throws Exception {
    IllegalStateException refused = new IllegalStateException("no more threads");
    ThreadFactory refusing =
        body -> {
          throw refused;
        };
    Scope poor = Scope.open("poor", new ThreadFactories(refusing, refusing), parent.token());

    assertThatThrownBy(() -> poor.fork("fork", () -> 1)).isSameAs(refused);

    assertThat(poor.join(Duration.ZERO)).isTrue();
    assertThat(poor.closeWithin(Duration.ZERO)).isEmpty();
  }

  @Test
  void aThreadThatCannotStartLeavesNothingBehind() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("unable to create native thread");
    ThreadFactory failing =
        body ->
            new Thread(body) {
              @Override
              public void start() {
                throw error;
              }
            };
    Scope poor = Scope.open("poor", new ThreadFactories(failing, failing), parent.token());

    assertThatThrownBy(() -> poor.forkPlatform("fork", () -> 1)).isSameAs(error);

    assertThat(poor.join(Duration.ZERO)).isTrue();
    assertThat(poor.closeWithin(Duration.ZERO)).isEmpty();
  }

  @Test
  void closingCancelsAndWaitsForForksThatHeedIt() throws Exception {
    AtomicBoolean tornDown = new AtomicBoolean();
    Fork<Kind> heeding =
        scope.fork(
            "heeding",
            () -> {
              CancellationToken token = Scope.current().token();
              token.await();
              tornDown.set(true);
              return token.cause().orElseThrow().kind();
            });

    assertThat(scope.closeWithin(LONG)).isEmpty();

    assertThat(tornDown).isTrue();
    assertThat(heeding.join(Duration.ZERO)).isEqualTo(Kind.CLOSED);
  }

  @Test
  void closingInterruptsForksThatDoNotHeedTheToken() {
    Fork<Boolean> deaf = scope.fork("deaf", this::untilTheEnd);

    scope.closeWithin(SHORT);

    assertThatThrownBy(() -> deaf.join(LONG)).hasCauseInstanceOf(InterruptedException.class);
    assertThat(scope.closeWithin(LONG)).isEmpty();
  }

  @Test
  void closingGivesUpOnForksThatHeedNothingAndNamesThem() {
    scope.fork("stubborn", this::stubbornlyUntilTheEnd);

    assertThat(scope.closeWithin(SHORT)).containsExactly("stubborn");
    assertThat(scope.closeWithin(SHORT)).as("once more").containsExactly("stubborn");
    end.countDown();

    assertThat(scope.closeWithin(LONG)).as("a later close waits again").isEmpty();
  }

  @Test
  void anInterruptedCloserInterruptsTheForksAtOnceAndStaysInterrupted() {
    Fork<Boolean> deaf = scope.fork("deaf", this::untilTheEnd);
    Thread.currentThread().interrupt();

    assertThat(scope.closeWithin(LONG)).isEmpty();

    assertThat(Thread.interrupted()).isTrue();
    assertThatThrownBy(() -> deaf.join(Duration.ZERO))
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void aForkThatClosesItsScopeDoesNotWaitForItselfAndIsNamed() throws Exception {
    Fork<List<String>> closing = scope.fork("closing", () -> scope.closeWithin(LONG));

    assertThat(closing.join(LONG)).containsExactly("closing");
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aForkThatIsStartedWhileItsScopeClosesIsWaitedFor() throws Exception {
    CountDownLatch starting = new CountDownLatch(1);
    CountDownLatch start = new CountDownLatch(1);
    AtomicBoolean ran = new AtomicBoolean();
    ThreadFactory slow =
        body ->
            new Thread(body) {
              @Override
              public void start() {
                starting.countDown();
                awaitUninterruptibly(start);
                super.start();
              }
            };
    Scope slowScope = Scope.open("slow", new ThreadFactories(slow, slow), parent.token());
    AtomicReference<List<String>> left = new AtomicReference<>();
    Thread forking =
        Thread.ofPlatform().start(() -> slowScope.fork("fork", () -> ran.getAndSet(true)));
    assertThat(starting.await(30, TimeUnit.SECONDS)).isTrue();

    Thread closing = Thread.ofPlatform().start(() -> left.set(slowScope.closeWithin(LONG)));
    slowScope.token().await();
    start.countDown();
    forking.join();
    closing.join();

    assertThat(ran).isTrue();
    assertThat(left.get()).isEmpty();
  }

  private Scope open(CancellationToken token) {
    return Scope.open("inner", watched.threads(), token);
  }

  private boolean untilTheEnd() throws InterruptedException {
    return end.await(60, TimeUnit.SECONDS);
  }

  private boolean stubbornlyUntilTheEnd() {
    awaitUninterruptibly(end);
    return true;
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (true) {
      try {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        return;
      } catch (InterruptedException e) {
        // On purpose: this one heeds nothing.
      }
    }
  }
}
