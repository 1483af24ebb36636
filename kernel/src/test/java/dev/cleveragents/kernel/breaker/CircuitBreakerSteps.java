package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.Race.Body;
import dev.cleveragents.kernel.Race.Round;
import dev.cleveragents.kernel.time.ManualTime;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The steps of {@code circuit_breaker.feature}, on ours or on the racy original. Public for
 * Cucumber.
 */
public final class CircuitBreakerSteps {

  private static final int DEADLINE_SECONDS = 60;

  /** What the original does where it can be overtaken; ours has no such place. */
  private volatile Body gap = () -> {};

  private final ManualTime time = new ManualTime();
  private CircuitBreaker ours = new CircuitBreaker();
  private CountingBreaker breaker = CountingBreaker.ours(ours);
  private Body callersAtWork = () -> {};
  private boolean original;
  private int threshold;
  private @Nullable Permit trial;
  private @Nullable Permit early;

  @Given("a breaker that opens after {int} failure(s) in a row")
  public void aBreaker(int failures) {
    threshold = failures;
    ours =
        new CircuitBreaker(
            BreakerSettings.defaults().withFailureThreshold(failures), time, change -> {});
    breaker = CountingBreaker.ours(ours);
  }

  @Given("the original breaker that opens after {int} failure(s) in a row")
  public void theOriginalBreaker(int failures) {
    threshold = failures;
    original = true;
    breaker = new RacyCircuitBreaker(failures, this::inTheGap);
  }

  @Given("{string} has failed {int} time(s) in a row")
  public void hasFailed(String name, int times) {
    for (int i = 0; i < times; i++) {
      breaker.recordFailure(name);
    }
  }

  @Given("a breaker whose {string} is being tried")
  public void aBreakerThatIsTried(String name) {
    aBreaker(3);
    hasFailed(name, 3);
    pass(30);
    trial = (Permit) ours.tryAcquire(name);
  }

  @Given("a breaker whose {string} is being tried while a call from before the trip still runs")
  public void aBreakerThatIsTriedWithAnEarlyCall(String name) {
    aBreaker(3);
    early = (Permit) ours.tryAcquire(name);
    hasFailed(name, 3);
    pass(30);
    trial = (Permit) ours.tryAcquire(name);
  }

  /** In the original, all have read the count before any writes it back. */
  @When("{int} callers report a failure of {string} at the same moment")
  public void reportFailuresTogether(int callers, String name) throws Exception {
    CyclicBarrier allInside = new CyclicBarrier(callers);
    gap = () -> allInside.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
    together(callers, () -> breaker.recordFailure(name));
    gap = () -> {};
  }

  @When("a success of {string} is reported while a failure of {string} is being reported")
  public void successDuringFailure(String success, String failure) throws Exception {
    overtake(() -> breaker.recordFailure(failure), () -> breaker.recordSuccess(success));
  }

  @When("a failure of {string} is reported while a success of {string} is being reported")
  public void failureDuringSuccess(String failure, String success) throws Exception {
    overtake(() -> breaker.recordSuccess(success), () -> breaker.recordFailure(failure));
  }

  @When("{int} callers report on {string} {int} times each, every fourth time a failure")
  public void reportManyTimes(int callers, String name, int times) throws Exception {
    together(
        callers,
        () -> {
          for (int i = 1; i <= times; i++) {
            if (i % 4 == 0) {
              breaker.recordFailure(name);
            } else {
              breaker.recordSuccess(name);
            }
          }
        });
  }

  @When("{int} callers use {int} names in every way there is, at the same time")
  public void useInEveryWay(int callers, int names) {
    callersAtWork = () -> together(callers, () -> everyWay(names));
  }

  private void everyWay(int names) {
    for (int i = 0; i < 2_000; i++) {
      String name = "name " + i % names;
      breaker.recordFailure(name);
      if (ours.tryAcquire(name) instanceof Permit permit && i % 3 != 0) {
        assertThat(i % 2 == 0 ? permit.failure() : permit.cancel()).isTrue();
      }
      if (i % 11 == 0) {
        breaker.recordSuccess(name);
      } else if (i % 100 == 99) {
        breaker.resetAll();
      } else if (i % 5 == 0) {
        breaker.reset(name);
      }
      assertThat(ours.snapshot()).hasSizeLessThanOrEqualTo(names);
    }
  }

  @Then("all of them finish within {int} seconds")
  public void allFinish(int seconds) {
    assertTimeoutPreemptively(Duration.ofSeconds(seconds), callersAtWork::run);
  }

  @When("{int} second(s) pass(es)")
  public void pass(int seconds) {
    time.advance(Duration.ofSeconds(seconds));
  }

  @When("the trial succeeds")
  @When("the first trial succeeds")
  public void theTrialSucceeds() {
    assertThat(given(trial).success()).isTrue();
  }

  @When("the trial fails")
  public void theTrialFails() {
    assertThat(given(trial).failure()).isTrue();
  }

  @When("the trial is cancelled")
  public void theTrialIsCancelled() {
    assertThat(given(trial).cancel()).isTrue();
  }

  @When("the trial and the next {int} trials fail")
  public void trialsFail(int more) {
    String name = given(trial).name();
    theTrialFails();
    for (int i = 0; i < more; i++) {
      time.advance(ours.view(name).nextTrialIn().orElseThrow());
      another(name).failure();
    }
  }

  @When("another trial of {string} begins")
  public void anotherTrialBegins(String name) {
    assertThat(another(name).isTrial()).isTrue();
  }

  @When("the call from before the trip succeeds")
  public void theEarlyCallSucceeds() {
    assertThat(given(early).success()).isTrue();
  }

  @When("the call from before the trip is cancelled")
  public void theEarlyCallIsCancelled() {
    assertThat(given(early).cancel()).isTrue();
  }

  @Then("{string} is switched off")
  public void isSwitchedOff(String name) {
    assertThat(breaker.isOpen(name)).isTrue();
  }

  @Then("{string} is not switched off")
  public void isNotSwitchedOff(String name) {
    assertThat(breaker.isOpen(name)).isFalse();
  }

  @Then("{string} is switched off exactly if its failures in a row have reached the threshold")
  public void countAndSwitchAgree(String name) {
    assertThat(breaker.isOpen(name)).isEqualTo(breaker.failuresInARow(name) >= threshold);
  }

  @Then("the totals of {string} are {int} success(es) and {int} failure(s)")
  public void totals(String name, int successes, int failures) {
    assertThat(ours.view(name).successes()).isEqualTo(successes);
    assertThat(ours.view(name).failures()).isEqualTo(failures);
  }

  @Then("calls are refused for {string}")
  public void callsAreRefused(String name) throws Exception {
    assertThat(admitted(8, name)).isZero();
  }

  @Then("calls are allowed for {string}")
  public void callsAreAllowed(String name) throws Exception {
    assertThat(admitted(8, name)).isEqualTo(8);
  }

  @Then("of {int} callers that ask at the same moment exactly {int} may call {string}")
  public void someMayCall(int callers, int allowed, String name) throws Exception {
    assertThat(admitted(callers, name)).isEqualTo(allowed);
  }

  @Then("the next trial of {string} is due in {int} seconds")
  public void nextTrial(String name, int seconds) {
    assertThat(ours.view(name).nextTrialIn()).isEqualTo(Optional.of(Duration.ofSeconds(seconds)));
  }

  private int admitted(int callers, String name) throws Exception {
    AtomicInteger admitted = new AtomicInteger();
    together(
        callers,
        () -> {
          if (mayCall(name)) {
            admitted.incrementAndGet();
          }
        });
    return admitted.get();
  }

  /** The original knew no permits: every caller that found the name enabled called. */
  private boolean mayCall(String name) {
    return original ? !breaker.isOpen(name) : ours.tryAcquire(name) instanceof Permit;
  }

  /** In the original, {@code second} runs whole while {@code first} is half done. */
  private void overtake(Body first, Body second) throws Exception {
    CountDownLatch halfDone = new CountDownLatch(original ? 1 : 0);
    CountDownLatch overtaken = new CountDownLatch(1);
    ThreadLocal<Boolean> isFirst = ThreadLocal.withInitial(() -> false);
    gap =
        () -> {
          if (isFirst.get()) {
            halfDone.countDown();
            assertThat(overtaken.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
          }
        };
    Body firstCaller =
        () -> {
          isFirst.set(true);
          first.run();
        };
    Body secondCaller =
        () -> {
          assertThat(halfDone.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
          second.run();
          overtaken.countDown();
        };
    Race.rounds(1, () -> new Round(() -> {}, firstCaller, secondCaller));
  }

  private static void together(int callers, Body body) throws Exception {
    List<Body> bodies = new ArrayList<>(Collections.nCopies(callers, body));
    Race.rounds(1, () -> new Round(bodies, () -> {}));
  }

  private Permit another(String name) {
    return (Permit) ours.tryAcquire(name);
  }

  private static Permit given(@Nullable Permit permit) {
    return Objects.requireNonNull(permit);
  }

  private void inTheGap() {
    try {
      gap.run();
    } catch (Exception e) {
      throw new IllegalStateException("no caller entered the gap", e);
    }
  }
}
