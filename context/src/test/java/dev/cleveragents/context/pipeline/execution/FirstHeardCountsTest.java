package dev.cleveragents.context.pipeline.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.pipeline.Sample;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a request hears of a call first counts, whatever comes later; and then it is forgotten. */
class FirstHeardCountsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration LONG = Duration.ofSeconds(9);
  private static final ContextFragment FRAGMENT = Sample.fragment("a.java", 1, 1, "int a;");

  private final ManualTime time = new ManualTime();
  private final CircuitBreaker breakers =
      new CircuitBreaker(BreakerSettings.defaults(), time, _ -> {});
  private final ParallelStrategyExecutor executor =
      new ParallelStrategyExecutor(breakers, ThreadFactories.standard(), time, time);
  private final Scope callers =
      Scope.open("callers", ThreadFactories.standard(), CancellationToken.none());
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch gone = new CountDownLatch(1);

  @AfterEach
  void close() {
    go.countDown();
    callers.close();
  }

  /** The one under test has a short deadline; the other keeps the request open until it may go. */
  private Fork<List<StrategyAnswer>> beside(Strategy one) {
    Strategy other =
        Sample.strategy(
            "other",
            (_, _, _) -> {
              go.await();
              return List.of(FRAGMENT);
            });
    Deadlines deadlines = new Deadlines(Deadlines.of(SHORT).standard(), Map.of("other", LONG));
    return callers.fork(
        "caller",
        () ->
            executor.execute(
                ContextRequest.about("x", 1_000),
                Sample.shares(one, other),
                deadlines,
                CancellationToken.none()));
  }

  @Test
  void whoHasAnsweredIsNotLateWhenItsDeadlineComesWhileOthersAreWaitedFor() throws Exception {
    Fork<List<StrategyAnswer>> answers =
        beside(Sample.strategy("one", (_, _, _) -> List.of(FRAGMENT)));
    await().atMost(SOON).until(() -> breakers.view("one").successes() == 1);
    await().atMost(SOON).until(() -> time.pendingAlarms() == 2);
    time.advance(SHORT);
    go.countDown();
    assertThat(answers.join(SOON))
        .extracting(StrategyAnswer::outcome)
        .containsExactly(StrategyOutcome.OK, StrategyOutcome.OK);
    assertThat(breakers.view("one").failures()).isZero();
  }

  @Test
  void whoWasLateStaysLateWhenItAnswersWhileOthersAreWaitedFor() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Fork<List<StrategyAnswer>> answers =
        beside(
            Sample.strategy(
                "one",
                (_, _, token) -> {
                  begun.countDown();
                  token.await();
                  gone.countDown();
                  return List.of(FRAGMENT);
                }));
    begun.await();
    await().atMost(SOON).until(() -> time.pendingAlarms() == 2);
    time.advance(SHORT);
    gone.await();
    await()
        .atMost(SOON)
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("context/one")));
    go.countDown();
    assertThat(answers.join(SOON))
        .extracting(StrategyAnswer::outcome)
        .containsExactly(StrategyOutcome.TIMED_OUT, StrategyOutcome.OK);
    assertThat(breakers.view("one").successes()).isZero();
  }

  @Test
  void aTokenThatLivesOnDoesNotKeepARequestThatHasEnded() throws Exception {
    try (CancellationSource source = new CancellationSource()) {
      WeakReference<ContextRequest> request = answered(source.token());
      await()
          .atMost(SOON)
          .until(
              () -> {
                System.gc();
                return request.refersTo(null);
              });
    }
  }

  private WeakReference<ContextRequest> answered(CancellationToken token) throws Exception {
    ContextRequest request = ContextRequest.about("x", 1_000);
    executor.execute(
        request,
        Sample.shares(Sample.strategy("one", (_, _, _) -> List.of(FRAGMENT))),
        Deadlines.of(SHORT),
        token);
    return new WeakReference<>(request);
  }
}
