package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult.Claimed;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.WorkerConfig.ClosingTiming;
import io.cucumber.java.After;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The steps of {@code dispatch.feature}. Overlap is forced with latches. Public for Cucumber. */
public final class DispatchSteps {

  private final WorkerFixture shop = new WorkerFixture();
  private final Map<String, AtomicInteger> bodies = new ConcurrentHashMap<>();
  private final AtomicBoolean hold = new AtomicBoolean();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch proceed = new CountDownLatch(1);
  private final CountDownLatch started = new CountDownLatch(1);
  private final AtomicInteger stored = new AtomicInteger();
  private final List<AsyncWorker> workers = new ArrayList<>();
  private final List<JobId> jobs = new ArrayList<>();
  private @Nullable DispatchingWorker worker;
  private @Nullable Thread heldPoll;
  private @Nullable Lease first;
  private @Nullable Lease second;
  private @Nullable MoveResult answer;

  @After
  public void close() {
    proceed.countDown();
    shop.close();
  }

  @Given("^(our|the original's) worker$")
  public void aWorker(String whose) {
    worker =
        whose.equals("our")
            ? DispatchingWorker.ours(
                this::countBody,
                store ->
                    StoreWithFaults.around(
                        store,
                        (method, call) -> {
                          if (method.equals("claim")) {
                            holdHere();
                          }
                          return call.call();
                        }))
            : DispatchingWorker.original(this::countBody, this::holdHere);
  }

  @Given("a queued job")
  public void aQueuedJob() {
    Objects.requireNonNull(worker).enqueue("the job");
  }

  @When("a poll is held where it can be overtaken")
  public void aPollIsHeld() throws InterruptedException {
    hold.set(true);
    heldPoll = Thread.ofPlatform().daemon().start(() -> Objects.requireNonNull(worker).poll());
    assertThat(held.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @When("two other polls come and go meanwhile")
  public void twoOtherPolls() {
    Objects.requireNonNull(worker).poll();
    Objects.requireNonNull(worker).poll();
  }

  @When("the held poll continues")
  public void theHeldPollContinues() throws InterruptedException {
    proceed.countDown();
    assertThat(Objects.requireNonNull(heldPoll).join(Duration.ofMinutes(1))).isTrue();
  }

  @Then("the body of the job has run once")
  public void theBodyHasRunOnce() {
    assertThat(Objects.requireNonNull(bodies.get("the job")).get()).isEqualTo(1);
  }

  @Given("^(\\d+) workers? on one store$")
  public void workersOnOneStore(int count) {
    WorkerConfig config =
        WorkerFixture.CONFIG.withClosing(new ClosingTiming(Duration.ZERO, Duration.ofMinutes(1)));
    for (int i = 0; i < count; i++) {
      workers.add(shop.worker(config, this::runBody));
    }
  }

  @Given("^(\\d+) queued jobs?$")
  public void queuedJobs(int count) {
    for (int i = 0; i < count; i++) {
      jobs.add(shop.enqueue(JobSpec.of(WorkerFixture.TYPE).withPayload("job " + i)));
    }
  }

  @Given("1 queued job whose body ends only when it is cancelled")
  public void aJobThatWaits() {
    jobs.add(shop.enqueue(JobSpec.of(WorkerFixture.TYPE).withPayload("waits")));
  }

  @When("^(\\d+) threads? polls? each worker until nothing is queued$")
  public void threadsPoll(int threads) {
    try (ExecutorService pollers = Executors.newCachedThreadPool()) {
      for (AsyncWorker each : workers) {
        for (int i = 0; i < threads; i++) {
          pollers.execute(
              () -> {
                while (shop.store.counts().of(AsyncJobStatus.QUEUED) > 0) {
                  each.poll();
                }
              });
        }
      }
    }
    jobs.forEach(shop::awaitEnd);
  }

  @Then("every body has run exactly once")
  public void everyBodyOnce() {
    assertThat(bodies).hasSameSizeAs(jobs);
    assertThat(bodies.values()).allMatch(count -> count.get() == 1);
  }

  @Then("no body has run")
  public void noBody() {
    assertThat(bodies).isEmpty();
  }

  @When("the job is called off")
  public void cancelled() {
    shop.store.requestCancel(jobs.getFirst(), "not wanted", Effects.none());
  }

  @When("the worker has started the job")
  public void hasStarted() throws InterruptedException {
    workers.getFirst().start();
    assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @When("the worker is closed")
  public void closed() {
    workers.getFirst().close();
  }

  @Then("^the job is ([A-Z]+)$")
  public void theJobIs(String status) {
    assertThat(shop.job(jobs.getFirst()).status()).isEqualTo(AsyncJobStatus.valueOf(status));
  }

  @Given("a worker that took a job and was then declared dead")
  public void aDeadWorker() {
    shop.enqueue(JobSpec.of(WorkerFixture.TYPE));
    first = claim();
    shop.store.endSession(first.session(), 0);
  }

  @When("another worker takes the job")
  public void anotherTakesIt() {
    second = claim();
  }

  @When("the first one comes back and reports success")
  public void theFirstReports() {
    answer = shop.store.complete(Objects.requireNonNull(first), unit -> stored.incrementAndGet());
  }

  @Then("its report is refused and nothing it wanted stored is stored")
  public void refused() {
    assertThat(Objects.requireNonNull(answer).accepted()).isFalse();
    assertThat(stored.get()).isZero();
  }

  @Then("the other worker can still finish the job")
  public void theOtherFinishes() {
    Effects effects = unit -> stored.incrementAndGet();
    assertThat(shop.store.complete(Objects.requireNonNull(second), effects).accepted()).isTrue();
    assertThat(stored.get()).isEqualTo(1);
  }

  private Lease claim() {
    SessionId session =
        shop.store.openSession(new SessionRequest("w", 1, WorkerFixture.HERE), new Deaf());
    Claimed claimed =
        (Claimed) shop.store.claim(session, ClaimFilter.ofTypes(WorkerFixture.TYPE), 1);
    return claimed.jobs().getFirst().lease();
  }

  private Effects runBody(AsyncJob job) throws InterruptedException {
    countBody(job.spec().payload());
    if (job.spec().payload().equals("waits")) {
      started.countDown();
      Scope.current().token().await(Duration.ofMinutes(1));
      Scope.current().token().throwIfCancelled();
    }
    return Effects.none();
  }

  private void countBody(String name) {
    bodies.computeIfAbsent(name, n -> new AtomicInteger()).incrementAndGet();
  }

  private void holdHere() {
    if (hold.compareAndSet(true, false)) {
      held.countDown();
      try {
        assertThat(proceed.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class Deaf implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}
  }
}
