package dev.cleveragents.kernel.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.Race;
import io.cucumber.java.After;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The steps of {@code cancellation.feature}. The overlap is forced: a worker that has seen the
 * cancellation is held at a latch until the other thread has done its part. Public for Cucumber.
 */
public final class CancellationSteps {

  private static final CancellationCause CAUSE = CancellationCause.requested("a person said stop");
  private static final Duration LONG = Duration.ofSeconds(30);

  private final CancellationSource source = new CancellationSource();
  private final CancellationToken first = source.token();
  private final CountDownLatch seen = new CountDownLatch(1);
  private final CountDownLatch proceed = new CountDownLatch(1);
  private final AtomicInteger callbacks = new AtomicInteger();
  private final List<CancellationSource> helpers = new ArrayList<>();
  private CancellableToken cancellable = CancellableToken.ours(source);
  private CancellableToken.Watched watched = cancellable.watched();
  private @Nullable FutureTask<Boolean> worker;
  private int lost;

  @Given("^(our|the original's) token$")
  public void aToken(String whose) {
    cancellable =
        switch (whose) {
          case "our" -> CancellableToken.ours(source);
          default -> CancellableToken.original(new RacyCancellationToken());
        };
    watched = cancellable.watched();
  }

  @Given("a worker that looks at the token and, once it is cancelled, tears its work down")
  public void aWorkerThatLooks() {
    worker =
        start(
            () -> {
              while (!watched.isCancelled()) {
                Thread.onSpinWait();
              }
              return heldThenCancelled();
            });
  }

  @Given("a worker that sleeps until the token is cancelled and then tears its work down")
  public void aWorkerThatSleeps() {
    worker = start(() -> watched.await(LONG) && heldThenCancelled());
  }

  @Given("a worker that began with the token and is too busy to look at it")
  public void aBusyWorker() {
    worker = start(this::heldThenCancelled);
  }

  @When("the token is cancelled")
  public void cancelled() {
    cancellable.cancel();
  }

  @When("the worker has seen it but not yet begun to tear down")
  public void workerHasSeenIt() throws InterruptedException {
    assertThat(seen.await(30, TimeUnit.SECONDS)).as("the worker saw the cancellation").isTrue();
  }

  @When("another thread resets the token")
  public void reset() throws Exception {
    start(
            () -> {
              cancellable.reset();
              return true;
            })
        .get(30, TimeUnit.SECONDS);
  }

  @Then("the worker finds its token cancelled")
  public void workerFindsItCancelled() throws Exception {
    proceed.countDown();
    assertThat(Objects.requireNonNull(worker).get(30, TimeUnit.SECONDS))
        .as("the token says «cancelled» to the worker")
        .isTrue();
  }

  @When("a cancel and a reset meet {int} times, every fourth time the cancel just before the reset")
  public void meet(int rounds) throws Exception {
    AtomicInteger round = new AtomicInteger();
    Race.rounds(
        rounds,
        () -> {
          boolean ordered = round.incrementAndGet() % 4 == 0;
          CountDownLatch cancelDone = new CountDownLatch(ordered ? 1 : 0);
          CancellableToken.Watched before = cancellable.watched();
          return new Race.Round(
              () -> lost += before.isCancelled() ? 0 : 1,
              () -> {
                cancellable.cancel();
                cancelDone.countDown();
              },
              () -> {
                assertThat(cancelDone.await(30, TimeUnit.SECONDS)).isTrue();
                cancellable.reset();
              });
        });
  }

  @Then("no worker that had the token before has lost the cancellation")
  public void nothingLost() {
    assertThat(lost).as("cancellations lost").isZero();
  }

  @When("the token is reset without a cancel")
  public void resetUncancelled() {
    source.reset();
  }

  @Then("the worker is told that its token was superseded")
  public void superseded() throws Exception {
    workerFindsItCancelled();
    assertThat(first.cause()).contains(CancellationCause.superseded());
  }

  @Then("the new token is not cancelled")
  public void newTokenIsNotCancelled() {
    assertThat(source.token().isCancelled()).isFalse();
  }

  @When("{int} callbacks are registered while another thread cancels the token, {int} times over")
  public void callbacksMeetTheCancel(int each, int rounds) throws Exception {
    Race.rounds(
        rounds,
        () -> {
          CancellationSource mine = new CancellationSource();
          CancellationToken token = mine.token();
          AtomicInteger ran = new AtomicInteger();
          token.onCancel(cause -> ran.incrementAndGet());
          return new Race.Round(
              () -> {
                token.onCancel(cause -> ran.incrementAndGet());
                callbacks.addAndGet(ran.get());
              },
              () -> {
                for (int i = 0; i < each; i++) {
                  token.onCancel(cause -> ran.incrementAndGet());
                }
              },
              () -> mine.cancel(CAUSE));
        });
  }

  @Then("{int} callbacks have run, each once, with one before and one after in every round")
  public void callbacksRan(int count) {
    assertThat(callbacks).hasValue(count);
  }

  @Given("work with {int} helpers, each with a token of its own below")
  public void helpersBelow(int count) {
    for (int i = 0; i < count; i++) {
      helpers.add(CancellationSource.linkedTo(source.token()));
    }
  }

  @When("one of the helpers is cancelled")
  public void oneHelperCancelled() {
    helpers.getFirst().cancel(CAUSE);
  }

  @Then("the work and the other helpers continue")
  public void othersGoOn() {
    assertThat(source.token().isCancelled()).isFalse();
    assertThat(helpers.subList(1, helpers.size())).noneMatch(each -> each.token().isCancelled());
  }

  @Then("every helper is cancelled for the same reason")
  public void everyHelperCancelled() {
    assertThat(helpers.subList(1, helpers.size()))
        .allSatisfy(
            each -> assertThat(each.token().cause()).isPresent().isEqualTo(source.token().cause()));
  }

  @After
  public void letTheWorkerGo() {
    proceed.countDown();
  }

  /** Held after what it saw, until the scenario lets it go on; then looks again. */
  private boolean heldThenCancelled() throws InterruptedException {
    seen.countDown();
    assertThat(proceed.await(30, TimeUnit.SECONDS)).isTrue();
    return watched.isCancelled();
  }

  private static FutureTask<Boolean> start(java.util.concurrent.Callable<Boolean> body) {
    FutureTask<Boolean> task = new FutureTask<>(body);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }
}
