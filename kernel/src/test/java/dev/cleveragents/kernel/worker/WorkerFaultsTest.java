package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.cleveragents.kernel.CapturedLog;
import dev.cleveragents.kernel.UnprintableError;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobEnding;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.RetryPolicy;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.WorkerHealthReport.Tally;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that fails, a machine without threads, endings that throw: nothing is lost by it. */
class WorkerFaultsTest {

  private static final WorkerConfig LIVELY =
      WorkerFixture.CONFIG
          .withPollEvery(Duration.ofMillis(5))
          .withSession(WorkerFixture.beatingEvery(Duration.ofMillis(5)));

  private final WorkerFixture shop = new WorkerFixture();

  @AfterEach
  void close() {
    shop.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openSession", "claim", "beat", "sessions", "finish"})
  void theWorkerSurvivesAnyErrorOfTheStoreAndSaysSo(String failing) {
    AtomicInteger failures = new AtomicInteger();
    JobStore flaky =
        StoreWithFaults.around(
            shop.store,
            (method, call) -> {
              if (method.equals(failing) && failures.incrementAndGet() <= 5) {
                throw failures.get() % 2 == 0
                    ? new OutOfMemoryError("no memory for " + method)
                    : new IllegalStateException("no answer to " + method);
              }
              return call.call();
            });
    AsyncWorker worker = shop.worker(flaky, LIVELY, WorkerFixture::nothing).start();
    for (int i = 0; i < 10; i++) {
      shop.awaitStatus(shop.enqueue(), AsyncJobStatus.SUCCEEDED);
    }
    WorkerFixture.eventually().until(() -> failures.get() > 5);
    assertThat(worker.health().lastError()).contains("to " + failing);
    assertThat(worker.health().lastErrorAt()).isNotNull();
    WorkerFixture.eventually().until(() -> worker.health().healthy());
    // The last one is counted a moment after it is stored.
    WorkerFixture.eventually().until(() -> worker.health().count(Tally.SUCCEEDED) == 10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openSession", "claim", "beat", "finish"})
  void theWorkerSurvivesAnErrorThatCannotBePrinted(String failing) {
    AtomicInteger failures = new AtomicInteger();
    JobStore flaky =
        StoreWithFaults.around(
            shop.store,
            (method, call) -> {
              if (method.equals(failing) && failures.incrementAndGet() == 1) {
                throw new UnprintableError();
              }
              return call.call();
            });
    try (CapturedLog runs = new CapturedLog(JobRunner.class);
        CapturedLog loops = new CapturedLog(AsyncWorker.class)) {
      AsyncWorker worker = shop.worker(flaky, LIVELY, WorkerFixture::nothing).start();
      shop.awaitStatus(shop.enqueue(), AsyncJobStatus.SUCCEEDED);
      WorkerFixture.eventually().until(() -> failures.get() > 1);
      // The loop that met the error may still be at it when the other one has gone on.
      WorkerFixture.eventually().until(() -> worker.health().lastError() != null);
      assertThat(worker.health().lastError()).contains("its message could not be read");
      assertThat(failing.equals("finish") ? runs.messages() : loops.messages())
          .singleElement()
          .asString()
          .contains("UnprintableError");
    }
  }

  @Test
  void aSessionThatCannotBeClosedNorSaidSoDoesNotComeOutOfClose() {
    JobStore failing =
        StoreWithFaults.around(
            shop.store,
            (method, call) -> {
              if (method.equals("closeSession")) {
                throw new UnprintableError();
              }
              return call.call();
            });
    try (CapturedLog log = new CapturedLog(AsyncWorker.class)) {
      AsyncWorker worker = shop.worker(failing, LIVELY, WorkerFixture::nothing).start();
      shop.awaitStatus(shop.enqueue(), AsyncJobStatus.SUCCEEDED);

      assertThatCode(worker::close).doesNotThrowAnyException();

      assertThat(log.messages()).anyMatch(message -> message.contains("could not be closed"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"claim", "finish"})
  void anAnswerThatIsLostAfterTheMoveWasMadeLosesNoJob(String losing) {
    AtomicInteger losses = new AtomicInteger();
    Set<JobId> effects = ConcurrentHashMap.newKeySet();
    AtomicInteger effectsRun = new AtomicInteger();
    JobStore lossy =
        StoreWithFaults.around(
            shop.store,
            (method, call) -> {
              Object answer = call.call();
              if (method.equals(losing) && losses.incrementAndGet() % 3 == 0) {
                throw new IllegalStateException("the answer to " + method + " was lost");
              }
              return answer;
            });
    shop.worker(
            lossy,
            LIVELY,
            job ->
                unit -> {
                  effects.add(job.id());
                  effectsRun.incrementAndGet();
                })
        .start();
    for (int i = 0; i < 30; i++) {
      shop.enqueue();
    }
    WorkerFixture.eventually().until(() -> shop.store.counts().of(AsyncJobStatus.SUCCEEDED) == 30);
    assertThat(effects).hasSize(30);
    assertThat(effectsRun.get()).isEqualTo(30);
  }

  @Test
  void aJobThatGetsNoThreadIsGivenBack() {
    AtomicInteger refusals = new AtomicInteger(3);
    ThreadFactories scarce =
        new ThreadFactories(
            ThreadFactories.standard().platform(),
            task -> {
              if (refusals.getAndDecrement() > 0) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return Thread.ofVirtual().unstarted(task);
            });
    try (TimerThread timer = new TimerThread(scarce);
        AsyncWorker worker =
            new AsyncWorker(
                shop.store,
                Map.of(WorkerFixture.TYPE, WorkerFixture::nothing),
                LIVELY,
                new WorkerEnvironment(scarce, TimeSource.system(), timer, WorkerFixture.HERE))) {
      worker.start();
      JobId id = shop.enqueue();
      shop.awaitStatus(id, AsyncJobStatus.SUCCEEDED);
      assertThat(shop.job(id).attempts()).isZero();
      assertThat(shop.job(id).leases()).isEqualTo(4);
      WorkerFixture.eventually().until(() -> worker.health().count(Tally.RELEASED) == 3);
    }
  }

  @Test
  void anEndingThatThrowsIsTriedAgainUntilItIsStored() {
    AtomicInteger failures = new AtomicInteger(3);
    JobEnding unsteady =
        (job, status) ->
            unit -> {
              if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("the plan is locked");
              }
            };
    InMemoryJobStore store =
        InMemoryJobStore.create(
            new JobSettings(KeyLimits.ONE_EACH, Map.of(WorkerFixture.TYPE, unsteady)));
    AsyncWorker worker =
        shop.worker(
                store,
                LIVELY,
                job -> {
                  throw new IllegalStateException("broken");
                })
            .start();
    JobId id = store.enqueue(JobSpec.of(WorkerFixture.TYPE).withRetry(RetryPolicy.ONCE)).job().id();
    WorkerFixture.eventually()
        .until(() -> store.get(id).orElseThrow().status() == AsyncJobStatus.FAILED);
    assertThat(worker.health().lastError()).contains("the plan is locked");
    assertThat(failures.get()).isLessThanOrEqualTo(0);
  }

  @Test
  void aDeadSessionWhoseEndingThrowsIsReportedAndTriedAgain() {
    AtomicInteger failures = new AtomicInteger(2);
    JobEnding unsteady =
        (job, status) -> {
          if (failures.getAndDecrement() > 0) {
            throw new IllegalStateException("the plan is locked");
          }
          return Effects.none();
        };
    InMemoryJobStore store =
        InMemoryJobStore.create(
            new JobSettings(KeyLimits.ONE_EACH, Map.of(WorkerFixture.TYPE, unsteady)));
    AsyncWorker abandoned = shop.worker(store, WorkerFixture.CONFIG, WorkerFixture::nothing);
    assertThat(abandoned.poll()).isZero();
    JobId id = store.enqueue(JobSpec.of(WorkerFixture.TYPE)).job().id();
    var session = store.sessions().getFirst();
    store.claim(
        session.id(), dev.cleveragents.kernel.job.store.ClaimFilter.ofTypes(WorkerFixture.TYPE), 1);
    store.endSession(session.id(), session.beat());
    AsyncWorker worker = shop.worker(store, LIVELY, WorkerFixture::nothing).start();
    WorkerFixture.eventually()
        .until(() -> store.get(id).orElseThrow().status() == AsyncJobStatus.SUCCEEDED);
    WorkerFixture.eventually().until(() -> worker.health().count(Tally.RECOVERED) == 1);
    assertThat(worker.health().lastError()).contains("the plan is locked");
  }
}
