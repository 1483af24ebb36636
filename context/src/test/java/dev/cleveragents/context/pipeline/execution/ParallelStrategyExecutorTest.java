package dev.cleveragents.context.pipeline.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.pipeline.Sample;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.BreakerState;
import dev.cleveragents.kernel.breaker.BreakerView;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.time.Timer;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ParallelStrategyExecutorTest {

  private static final Duration DEADLINE = Duration.ofSeconds(2);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final ContextRequest REQUEST = ContextRequest.about("x", 1_000);
  private static final ContextFragment FRAGMENT = Sample.fragment("a.java", 1, 1, "int a;");

  private final ManualTime time = new ManualTime();
  private final CircuitBreaker breakers =
      new CircuitBreaker(BreakerSettings.defaults().withFailureThreshold(3), time, _ -> {});
  private final ParallelStrategyExecutor executor =
      new ParallelStrategyExecutor(breakers, ThreadFactories.standard(), time, time);
  private final Scope callers =
      Scope.open("callers", ThreadFactories.standard(), CancellationToken.none());
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void nothingIsLeftBehind() {
    released.countDown();
    callers.close();
    assertThat(time.pendingAlarms()).isZero();
    await()
        .atMost(SOON)
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("context/")));
  }

  private List<StrategyAnswer> execute(Strategy... strategies) throws InterruptedException {
    return executor.execute(
        REQUEST, Sample.shares(strategies), Deadlines.of(DEADLINE), CancellationToken.none());
  }

  private Fork<List<StrategyAnswer>> executing(CancellationToken token, Strategy... strategies) {
    return callers.fork(
        "caller",
        () -> executor.execute(REQUEST, Sample.shares(strategies), Deadlines.of(DEADLINE), token));
  }

  /** Reports that it has begun, and then waits until it is cancelled. */
  private static Strategy waiting(String name, CountDownLatch begun) {
    return Sample.strategy(
        name,
        (_, _, token) -> {
          begun.countDown();
          token.await();
          token.throwIfCancelled();
          return List.of();
        });
  }

  /** Says that it has begun, and answers with nothing as soon as it has heard that it may stop. */
  private static Strategy polite(String name, CountDownLatch begun, CountDownLatch heard) {
    return Sample.strategy(
        name,
        (_, _, token) -> {
          begun.countDown();
          token.await();
          heard.countDown();
          return List.of();
        });
  }

  /** Neither a token nor an interrupt stops it. */
  private Strategy deaf(String name, CountDownLatch begun) {
    return Sample.strategy(
        name,
        (_, _, _) -> {
          begun.countDown();
          boolean over = false;
          while (!over) {
            try {
              over = released.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              // Deaf.
            }
          }
          return List.of(FRAGMENT);
        });
  }

  private static Strategy failing(String name, Throwable thrown) {
    return Sample.strategy(
        name,
        (_, _, _) -> {
          if (thrown instanceof Error error) {
            throw error;
          }
          throw (Exception) thrown;
        });
  }

  @Test
  void allRunAtOnceOnPlatformThreadsAndTheAnswersAreInTheOrderOfTheShares() throws Exception {
    CyclicBarrier together = new CyclicBarrier(4);
    ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
    Strategy[] four = new Strategy[4];
    for (int i = 0; i < 4; i++) {
      four[i] =
          Sample.strategy(
              "s" + i,
              (_, _, _) -> {
                threads.add(Thread.currentThread());
                together.await(60, TimeUnit.SECONDS);
                return List.of(FRAGMENT);
              });
    }
    List<StrategyAnswer> answers = execute(four);
    assertThat(answers).extracting(a -> a.share().name()).containsExactly("s0", "s1", "s2", "s3");
    assertThat(answers).allMatch(a -> a.fragments().equals(List.of(FRAGMENT)));
    assertThat(threads).hasSize(4).noneMatch(Thread::isVirtual).doesNotHaveDuplicates();
  }

  @Test
  void aStrategyGetsItsOwnShareAndTheRequest() throws Exception {
    AtomicReference<String> seen = new AtomicReference<>();
    execute(
        Sample.strategy(
            "a",
            (request, share, token) -> {
              seen.set(request.query() + share + token.isCancelled());
              return List.of();
            }));
    assertThat(seen).hasValue("x100false");
  }

  @Test
  void aSlowOneIsCancelledAtItsDeadlineAndCountedAsAFailureAndTheOthersAreNot() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch quick = new CountDownLatch(1);
    AtomicReference<CancellationToken> token = new AtomicReference<>();
    Strategy slow =
        Sample.strategy(
            "slow",
            (_, _, own) -> {
              token.set(own);
              begun.countDown();
              own.await();
              // Too late: the answer was made without it.
              return List.of(FRAGMENT);
            });
    Strategy fast =
        Sample.strategy(
            "fast",
            (_, _, _) -> {
              quick.countDown();
              return List.of(FRAGMENT);
            });
    Fork<List<StrategyAnswer>> answers = executing(CancellationToken.none(), slow, fast);
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(quick.await(60, TimeUnit.SECONDS)).isTrue();
    await().atMost(SOON).until(() -> breakers.view("fast").successes() == 1);
    assertThat(answers.isDone()).isFalse();
    time.advance(DEADLINE);

    List<StrategyAnswer> all = answers.join(SOON);
    assertThat(all)
        .extracting(StrategyAnswer::outcome)
        .containsExactly(StrategyOutcome.TIMED_OUT, StrategyOutcome.OK);
    assertThat(all.getFirst().detail()).isEqualTo("it was not done within 2000 ms");
    assertThat(all.getFirst().fragments()).isEmpty();
    assertThat(all.getFirst().took()).contains(DEADLINE);
    assertThat(token.get().isCancelled()).isTrue();
    assertThat(breakers.view("slow"))
        .extracting(BreakerView::failures, BreakerView::successes, BreakerView::cancelled)
        .containsExactly(1L, 0L, 0L);
    assertThat(breakers.view("fast").failures()).isZero();
  }

  @Test
  void eachHasADeadlineOfItsOwn() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    Deadlines deadlines =
        new Deadlines(
            Deadlines.of(DEADLINE).standard(),
            Collections.singletonMap("long", Duration.ofSeconds(9)));
    CountDownLatch go = new CountDownLatch(1);
    Strategy patient =
        Sample.strategy(
            "long",
            (_, _, _) -> {
              begun.countDown();
              assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
              return List.of(FRAGMENT);
            });
    Fork<List<StrategyAnswer>> answers =
        callers.fork(
            "caller",
            () ->
                executor.execute(
                    REQUEST,
                    Sample.shares(patient, waiting("short", begun)),
                    deadlines,
                    CancellationToken.none()));
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    time.advance(Duration.ofSeconds(8));
    await().atMost(SOON).until(() -> breakers.view("short").failures() == 1);
    assertThat(answers.isDone()).isFalse();
    go.countDown();
    assertThat(answers.join(SOON))
        .extracting(StrategyAnswer::outcome)
        .containsExactly(StrategyOutcome.OK, StrategyOutcome.TIMED_OUT);
  }

  @Test
  void oneThatUsuallyAnswersAtOnceIsNotWaitedForAsLongAsTheDeadline() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Strategy quick = Sample.strategy("usual", (_, _, _) -> List.of(FRAGMENT));
    assertThat(execute(quick).getFirst().outcome()).isEqualTo(StrategyOutcome.OK);

    Fork<List<StrategyAnswer>> answers =
        executing(CancellationToken.none(), waiting("usual", begun));
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    time.advance(ResponseTimes.LEAST);
    assertThat(answers.join(SOON))
        .extracting(StrategyAnswer::detail)
        .containsExactly("it was not done within 250 ms");

    CountDownLatch again = new CountDownLatch(1);
    Fork<List<StrategyAnswer>> next = executing(CancellationToken.none(), waiting("usual", again));
    assertThat(again.await(60, TimeUnit.SECONDS)).isTrue();
    time.advance(ResponseTimes.LEAST.multipliedBy(2));
    assertThat(next.join(SOON))
        .extracting(StrategyAnswer::detail)
        .containsExactly("it was not done within 500 ms");
  }

  @Test
  void whatIsUsualInOneProjectIsNotInAnother() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    assertThat(execute(Sample.strategy("usual", (_, _, _) -> List.of(FRAGMENT)))).hasSize(1);
    ParallelStrategyExecutor other = executor.forAnotherProject();
    Fork<List<StrategyAnswer>> answers =
        callers.fork(
            "caller",
            () ->
                other.execute(
                    REQUEST,
                    Sample.shares(waiting("usual", begun)),
                    Deadlines.of(DEADLINE),
                    CancellationToken.none()));
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    time.advance(DEADLINE);
    assertThat(answers.join(SOON))
        .extracting(StrategyAnswer::detail)
        .containsExactly("it was not done within 2000 ms");
    assertThat(breakers.view("usual").failures()).as("circuits are shared").isOne();
  }

  @Test
  void whatOneThrowsIsItsOwnFailureOnly() throws Exception {
    List<StrategyAnswer> answers =
        execute(
            failing("throws", new IllegalStateException("no index; build one")),
            failing("errs", new StackOverflowError()),
            failing("lies", new Unprintable("x")),
            Sample.strategy("fine", FRAGMENT),
            Sample.strategy("holes", (_, _, _) -> new Holes()));
    assertThat(answers)
        .extracting(StrategyAnswer::outcome)
        .containsExactly(
            StrategyOutcome.FAILED,
            StrategyOutcome.FAILED,
            StrategyOutcome.FAILED,
            StrategyOutcome.OK,
            StrategyOutcome.FAILED);
    assertThat(answers.getFirst().detail()).contains("no index; build one");
    assertThat(answers.get(2).detail()).contains("Unprintable");
    for (String name : List.of("throws", "errs", "lies", "holes")) {
      assertThat(breakers.view(name).failures()).as(name).isOne();
    }
    assertThat(breakers.view("fine").successes()).isOne();
  }

  private static final class Unprintable extends Exception {
    private static final long serialVersionUID = 1;

    private Unprintable(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      throw new IllegalStateException("even this");
    }
  }

  /** Says that there is something, and has nothing. */
  private static final class Holes extends AbstractList<ContextFragment> {
    @Override
    public ContextFragment get(int index) {
      throw new IllegalStateException("nothing at " + index);
    }

    @Override
    public int size() {
      return 2;
    }
  }

  @Test
  void aLongMessageIsCut() throws Exception {
    String detail =
        execute(failing("throws", new IllegalStateException("y".repeat(5_000))))
            .getFirst()
            .detail();
    assertThat(detail).hasSizeLessThan(310).endsWith("…");
  }

  @Test
  void afterThreeFailuresItIsSkippedAndTheAnswerSaysWhy() throws Exception {
    Strategy broken = failing("broken", new IllegalStateException("x"));
    for (int i = 0; i < 3; i++) {
      execute(broken);
    }
    StrategyAnswer skipped = execute(broken).getFirst();
    assertThat(skipped.outcome()).isEqualTo(StrategyOutcome.SKIPPED_OPEN);
    assertThat(skipped.detail()).contains("'broken' is open").contains("PT30S");
    assertThat(breakers.view("broken").failures()).isEqualTo(3);

    time.advance(Duration.ofSeconds(30));
    assertThat(execute(Sample.strategy("broken", FRAGMENT)).getFirst().outcome())
        .isEqualTo(StrategyOutcome.OK);
    assertThat(breakers.view("broken").state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void oneThatIgnoresItsCancellationDoesNotHoldTheAnswerUpAndIsNotStartedForEver()
      throws Exception {
    CircuitBreaker patient =
        new CircuitBreaker(BreakerSettings.defaults().withFailureThreshold(100), time, _ -> {});
    ParallelStrategyExecutor own =
        new ParallelStrategyExecutor(patient, ThreadFactories.standard(), time, time);
    for (int i = 1; i <= StuckCalls.LIMIT; i++) {
      CountDownLatch begun = new CountDownLatch(1);
      Fork<List<StrategyAnswer>> answers =
          callers.fork(
              "caller",
              () ->
                  own.execute(
                      REQUEST,
                      Sample.shares(deaf("deaf", begun)),
                      Deadlines.of(DEADLINE),
                      CancellationToken.none()));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      time.advance(DEADLINE);
      assertThat(answers.join(SOON).getFirst().outcome()).isEqualTo(StrategyOutcome.TIMED_OUT);
      assertThat(own.stuck().count("deaf")).isEqualTo(i);
    }
    for (ParallelStrategyExecutor any : List.of(own, own.forAnotherProject())) {
      StrategyAnswer skipped =
          any.execute(
                  REQUEST,
                  Sample.shares(deaf("deaf", new CountDownLatch(1))),
                  Deadlines.of(DEADLINE),
                  CancellationToken.none())
              .getFirst();
      assertThat(skipped.outcome()).isEqualTo(StrategyOutcome.SKIPPED_STUCK);
      assertThat(skipped.detail()).contains("4 earlier calls").contains("have not ended");
    }
    assertThat(patient.view("deaf").failures()).isEqualTo(StuckCalls.LIMIT);

    released.countDown();
    await().atMost(SOON).until(() -> own.stuck().count("deaf") == 0);
    assertThat(
            own.execute(
                    REQUEST,
                    Sample.shares(Sample.strategy("deaf", FRAGMENT)),
                    Deadlines.of(DEADLINE),
                    CancellationToken.none())
                .getFirst()
                .outcome())
        .isEqualTo(StrategyOutcome.OK);
  }

  @Test
  void aCancelledRequestCountsAsNeither() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch done = new CountDownLatch(1);
    Strategy before =
        Sample.strategy(
            "before",
            (_, _, _) -> {
              done.countDown();
              return List.of(FRAGMENT);
            });
    try (CancellationSource source = new CancellationSource()) {
      Fork<List<StrategyAnswer>> answers =
          executing(
              source.token(),
              waiting("throws", begun),
              polite("polite", begun, new CountDownLatch(1)),
              before);
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
      await().atMost(SOON).until(() -> breakers.view("before").successes() == 1);
      source.cancel(CancellationCause.requested("changed my mind"));
      assertThat(answers.join(SOON))
          .extracting(StrategyAnswer::outcome)
          .containsExactly(
              StrategyOutcome.CANCELLED, StrategyOutcome.CANCELLED, StrategyOutcome.OK);
    }
    for (String name : List.of("throws", "polite")) {
      assertThat(breakers.view(name))
          .extracting(BreakerView::failures, BreakerView::successes, BreakerView::cancelled)
          .as(name)
          .containsExactly(0L, 0L, 1L);
      await().atMost(SOON).until(() -> executor.stuck().count(name) == 0);
    }
  }

  @Test
  void aCancelledRequestDoesNotWaitForOneThatDoesNotListen() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    try (CancellationSource source = new CancellationSource()) {
      Fork<List<StrategyAnswer>> answers = executing(source.token(), deaf("deaf", begun));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      source.cancel(CancellationCause.requested("enough"));
      assertThat(answers.join(SOON))
          .extracting(StrategyAnswer::outcome)
          .containsExactly(StrategyOutcome.CANCELLED);
    }
  }

  @Test
  void whoIsAskedHearsOfTheCancellationWhileOthersAreStillBeingStarted() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch heard = new CountDownLatch(1);
    AtomicInteger alarms = new AtomicInteger();
    Timer busy =
        (after, what) -> {
          if (alarms.incrementAndGet() == 2) {
            await().atMost(SOON).until(() -> heard.getCount() == 0);
          }
          return time.schedule(after, what);
        };
    ParallelStrategyExecutor own =
        new ParallelStrategyExecutor(breakers, ThreadFactories.standard(), busy, time);
    try (CancellationSource source = new CancellationSource()) {
      Fork<List<StrategyAnswer>> answers =
          callers.fork(
              "caller",
              () ->
                  own.execute(
                      REQUEST,
                      Sample.shares(
                          polite("first", begun, heard), waiting("second", new CountDownLatch(1))),
                      Deadlines.of(DEADLINE),
                      source.token()));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      source.cancel(CancellationCause.requested("enough"));
      assertThat(answers.join(SOON.multipliedBy(2)))
          .extracting(StrategyAnswer::outcome)
          .containsOnly(StrategyOutcome.CANCELLED);
    }
  }

  /** A deadline around the request is a cancellation of it, and no failure of the strategies. */
  @Test
  void theDeadlineOfTheRequestItselfCountsAsNeither() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    try (CancellationSource source =
        CancellationSource.withDeadline(time, Duration.ofSeconds(1), CancellationToken.none())) {
      Fork<List<StrategyAnswer>> answers = executing(source.token(), waiting("a", begun));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      time.advance(Duration.ofSeconds(1));
      assertThat(answers.join(SOON).getFirst().outcome()).isEqualTo(StrategyOutcome.CANCELLED);
    }
    assertThat(breakers.view("a").failures()).isZero();
  }

  @Test
  void aCancelledRequestAsksNoStrategy() throws Exception {
    try (CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("no"));
      List<StrategyAnswer> answers = executing(source.token(), Sample.strategy("a")).join(SOON);
      assertThat(answers.getFirst().outcome()).isEqualTo(StrategyOutcome.CANCELLED);
    }
    assertThat(breakers.snapshot()).isEmpty();
  }

  @Test
  void anInterruptedCallerLeavesNoPermitAndNoThread() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicReference<Thread> caller = new AtomicReference<>();
    Fork<List<StrategyAnswer>> answers =
        callers.fork(
            "caller",
            () -> {
              caller.set(Thread.currentThread());
              return executor.execute(
                  REQUEST,
                  Sample.shares(waiting("a", begun)),
                  Deadlines.of(DEADLINE),
                  CancellationToken.none());
            });
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    caller.get().interrupt();
    assertThatThrownBy(() -> answers.join(SOON))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(breakers.view("a"))
        .extracting(BreakerView::failures, BreakerView::cancelled)
        .containsExactly(0L, 1L);
  }

  @Test
  void aTrialThatIsCancelledGivesItsPlaceBack() throws Exception {
    Strategy broken = failing("a", new IllegalStateException("x"));
    for (int i = 0; i < 3; i++) {
      execute(broken);
    }
    time.advance(Duration.ofSeconds(30));
    CountDownLatch begun = new CountDownLatch(1);
    try (CancellationSource source = new CancellationSource()) {
      Fork<List<StrategyAnswer>> answers = executing(source.token(), waiting("a", begun));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(execute(broken).getFirst().detail()).contains("tried by another call");
      source.cancel(CancellationCause.requested("no"));
      answers.join(SOON);
    }
    assertThat(execute(Sample.strategy("a")).getFirst().outcome()).isEqualTo(StrategyOutcome.OK);
  }

  @Test
  void whereNoThreadCanBeHadTheStrategyIsNotToBlame() throws Exception {
    ThreadFactories none =
        new ThreadFactories(
            _ -> {
              throw new OutOfMemoryError("unable to create native thread");
            },
            Thread.ofVirtual().factory());
    ParallelStrategyExecutor poor = new ParallelStrategyExecutor(breakers, none, time, time);
    StrategyAnswer answer =
        poor.execute(
                REQUEST,
                Sample.shares(Sample.strategy("a")),
                Deadlines.of(DEADLINE),
                CancellationToken.none())
            .getFirst();
    assertThat(answer.outcome()).isEqualTo(StrategyOutcome.FAILED);
    assertThat(answer.detail()).contains("unable to create native thread");
    assertThat(poor.stuck().count("a")).isZero();
    assertThat(breakers.view("a"))
        .extracting(BreakerView::failures, BreakerView::cancelled)
        .containsExactly(0L, 1L);
  }

  @Test
  void withoutADeadlineNoAlarmIsSetAndNoTimeIsTold() throws Exception {
    AtomicReference<Integer> alarms = new AtomicReference<>();
    StrategyAnswer answer =
        executor
            .execute(
                REQUEST,
                Sample.shares(
                    Sample.strategy(
                        "a",
                        (_, _, _) -> {
                          alarms.set(time.pendingAlarms());
                          return List.of(FRAGMENT);
                        })),
                Deadlines.NONE,
                CancellationToken.none())
            .getFirst();
    assertThat(alarms).hasValue(0);
    assertThat(answer.took()).isEmpty();
  }

  @Test
  void whatIsTooMuchIsNotLookedAtAndThatIsSaid() throws Exception {
    StrategyAnswer answer =
        execute(
                Sample.strategy(
                    "a",
                    (_, _, _) -> Collections.nCopies(StrategyCalls.MOST_FRAGMENTS + 5, FRAGMENT)))
            .getFirst();
    assertThat(answer.outcome()).isEqualTo(StrategyOutcome.OK);
    assertThat(answer.fragments()).hasSize(StrategyCalls.MOST_FRAGMENTS);
    assertThat(answer.detail()).isEqualTo("5 of its fragments were not looked at");
  }
}
