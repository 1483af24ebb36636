package dev.cleveragents.context.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.pipeline.execution.AskingExecutor;
import dev.cleveragents.context.pipeline.execution.AskingExecutor.Ended;
import dev.cleveragents.context.pipeline.execution.Deadlines;
import dev.cleveragents.context.pipeline.execution.ParallelStrategyExecutor;
import dev.cleveragents.context.pipeline.execution.RacyParallelStrategyExecutor;
import dev.cleveragents.context.pipeline.execution.StrategyAnswer;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.Race.Body;
import dev.cleveragents.kernel.Race.Round;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import io.cucumber.java.After;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The steps of {@code strategies.feature}, on ours or on the racy original. Public for Cucumber.
 */
public final class StrategiesSteps {

  private static final int SECONDS = 60;
  private static final Duration DEADLINE = Duration.ofSeconds(2);

  /** What the original does where it can be overtaken; ours has no such place. */
  private volatile Body gap = () -> {};

  private final ManualTime time = new ManualTime();
  private final Scope plans =
      Scope.open("plans", ThreadFactories.standard(), CancellationToken.none());
  private final CancellationSource cancel = new CancellationSource();
  private CircuitBreaker breakers = new CircuitBreaker();
  private AskingExecutor executor = AskingExecutor.ours(breakers, ThreadFactories.standard(), time);
  private boolean original;
  private int threshold;
  private List<String> expected = List.of();
  private @Nullable Fork<List<StrategyAnswer>> plan;

  @After
  public void end() {
    cancel.close();
    plans.close();
  }

  @Given("an executor that switches a strategy off after {int} failures in a row")
  public void ours(int failures) {
    threshold = failures;
    breakers = breakers(failures);
    executor = AskingExecutor.ours(breakers, ThreadFactories.standard(), time);
  }

  @Given("the original executor that switches a strategy off after {int} failures in a row")
  public void original(int failures) {
    threshold = failures;
    original = true;
    executor =
        new RacyParallelStrategyExecutor(failures, ThreadFactories.standard(), this::inTheGap);
  }

  @Given("{string} has failed in {int} plan(s)")
  public void hasFailed(String name, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      assertThat(executor.ask(failing(name))).containsExactly(Ended.FAILED);
    }
  }

  /** In the original, all have read the count before any writes it back. */
  @When("{string} fails in {int} plans at the same moment")
  public void failsTogether(String name, int callers) throws Exception {
    CyclicBarrier allInside = new CyclicBarrier(callers);
    gap = () -> allInside.await(SECONDS, TimeUnit.SECONDS);
    together(Collections.nCopies(callers, () -> executor.ask(failing(name))));
    gap = () -> {};
  }

  /**
   * The answer comes at the last moment before the failure is written down: in the original when
   * the count was read already; ours has no such place, so just before the strategy throws.
   */
  @When("{string} answers one plan while another in which it fails is under way")
  public void answersMeanwhile(String name) throws Exception {
    Body answers =
        () -> assertThat(executor.ask(Sample.strategy(name))).containsExactly(Ended.ANSWERED);
    gap =
        () -> {
          gap = () -> {};
          answers.run();
        };
    Strategy fails =
        original
            ? failing(name)
            : Sample.strategy(
                name,
                (_, _, _) -> {
                  gap.run();
                  throw new IllegalStateException("as wished");
                });
    assertThat(executor.ask(fails)).containsExactly(Ended.FAILED);
  }

  @When(
      "{int} plans at the same time ask {int} strategies {int} times each, of which every fifth"
          + " time fails")
  public void manyPlans(int callers, int strategies, int times) throws Exception {
    List<Body> bodies = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      int number = caller;
      bodies.add(() -> askAll(executor, number, strategies, times));
    }
    together(bodies);
    CircuitBreaker serial = breakers(threshold);
    AskingExecutor one = AskingExecutor.ours(serial, ThreadFactories.standard(), time);
    for (int caller = 0; caller < callers; caller++) {
      askAll(one, caller, strategies, times);
    }
    expected = counts(serial);
  }

  private static List<String> counts(CircuitBreaker breakers) {
    return breakers.snapshot().stream()
        .map(v -> v.name() + " " + v.successes() + " " + v.failures() + " " + v.refused())
        .toList();
  }

  private static void askAll(AskingExecutor executor, int caller, int strategies, int times)
      throws InterruptedException {
    for (int i = 0; i < times; i++) {
      Strategy[] all = new Strategy[strategies];
      for (int s = 0; s < strategies; s++) {
        all[s] = (caller + i + s) % 5 == 0 ? failing("s" + s) : Sample.strategy("s" + s);
      }
      executor.ask(all);
    }
  }

  @Then("the counts are those of the same plans one after the other")
  public void countsAreSerial() {
    assertThat(counts(breakers)).isEqualTo(expected).isNotEmpty();
  }

  @When("a plan asks {string}, which answers, and {string}, which {word}")
  public void aPlanAsks(String first, String second, String how) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Strategy other =
        how.equals("hangs")
            ? Sample.strategy(
                second,
                (_, _, token) -> {
                  begun.countDown();
                  token.await();
                  throw new IllegalStateException("it was stopped");
                })
            : Sample.strategy(
                second,
                (_, _, _) -> {
                  begun.countDown();
                  return List.of();
                });
    ParallelStrategyExecutor ours =
        new ParallelStrategyExecutor(breakers, ThreadFactories.standard(), time, time);
    plan =
        plans.fork(
            "plan",
            () ->
                ours.execute(
                    ContextRequest.about("x", 1_000),
                    Sample.shares(Sample.strategy(first), other),
                    Deadlines.of(DEADLINE),
                    cancel.token()));
    assertThat(begun.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    await()
        .atMost(Duration.ofSeconds(SECONDS))
        .until(() -> breakers.view(first).successes() == 1 || breakers.view(first).refused() == 1);
  }

  @When("the deadline passes")
  public void theDeadlinePasses() {
    time.advance(DEADLINE);
  }

  @When("the plan is cancelled")
  public void thePlanIsCancelled() {
    cancel.cancel(CancellationCause.requested("changed my mind"));
  }

  @Then("the plan has the answer of {string}")
  public void hasTheAnswer(String name) throws Exception {
    assertThat(answer(name).outcome()).isEqualTo(StrategyOutcome.OK);
  }

  @Then("the plan is told that {string} timed out")
  public void timedOut(String name) throws Exception {
    assertThat(answer(name).outcome()).isEqualTo(StrategyOutcome.TIMED_OUT);
    assertThat(answer(name).detail()).contains("2000 ms");
  }

  @Then("the plan is told that {string} was cancelled")
  public void wasCancelled(String name) throws Exception {
    assertThat(answer(name).outcome()).isEqualTo(StrategyOutcome.CANCELLED);
  }

  @Then("the plan is told that {string} was skipped, and why")
  public void wasSkipped(String name) throws Exception {
    assertThat(answer(name).outcome()).isEqualTo(StrategyOutcome.SKIPPED_OPEN);
    assertThat(answer(name).detail()).contains("open after repeated failures");
  }

  @Then("{string} has {int} failure(s) and {string} has none")
  public void hasFailures(String name, int failures, String other) throws Exception {
    answer(name);
    assertThat(breakers.view(name).failures()).isEqualTo(failures);
    assertThat(breakers.view(other).failures()).isZero();
  }

  @Then("{string} is off for the next plan")
  public void isOff(String name) throws Exception {
    assertThat(executor.ask(Sample.strategy(name))).containsExactly(Ended.SKIPPED);
  }

  @Then("{string} is asked in the next plan")
  public void isAsked(String name) throws Exception {
    assertThat(executor.ask(Sample.strategy(name))).containsExactly(Ended.ANSWERED);
  }

  private StrategyAnswer answer(String name) throws Exception {
    return Objects.requireNonNull(plan).join(Duration.ofSeconds(SECONDS)).stream()
        .filter(answer -> answer.share().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void together(List<Body> bodies) throws Exception {
    Race.rounds(1, () -> new Round(bodies, () -> {}));
  }

  private static CircuitBreaker breakers(int failures) {
    return new CircuitBreaker(
        BreakerSettings.defaults().withFailureThreshold(failures), new ManualTime(), _ -> {});
  }

  private static Strategy failing(String name) {
    return Sample.strategy(
        name,
        (_, _, _) -> {
          throw new IllegalStateException("as wished");
        });
  }

  private void inTheGap() {
    try {
      gap.run();
    } catch (Exception e) {
      throw new IllegalStateException("no other call came into the gap", e);
    }
  }
}
