package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.WorkerConfig.Execution;
import dev.cleveragents.kernel.worker.WorkerHealthReport.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DispatchTest {

  private final WorkerFixture shop = new WorkerFixture();

  @AfterEach
  void close() {
    shop.close();
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void eachBodyRunsOnceHoweverManyThreadsPoll(Execution execution) throws Exception {
    int rounds = 1_000;
    int jobs = 6;
    Map<JobId, AtomicInteger> ran = new ConcurrentHashMap<>();
    JobBody body =
        job -> {
          ran.computeIfAbsent(job.id(), id -> new AtomicInteger()).incrementAndGet();
          return Effects.none();
        };
    WorkerConfig config = WorkerFixture.CONFIG.withExecution(execution).withMaxConcurrency(3);
    List<AsyncWorker> workers = List.of(shop.worker(config, body), shop.worker(config, body));
    int pollers = 2;
    CyclicBarrier together = new CyclicBarrier(workers.size() * pollers + 1);
    List<Future<?>> polling = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (AsyncWorker worker : workers) {
        for (int p = 0; p < pollers; p++) {
          polling.add(
              threads.submit(
                  () -> {
                    for (int round = 0; round < rounds; round++) {
                      together.await(60, TimeUnit.SECONDS);
                      while (worker.poll() > 0) {}
                      together.await(60, TimeUnit.SECONDS);
                    }
                    return null;
                  }));
        }
      }
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < jobs; i++) {
          shop.enqueue();
        }
        together.await(60, TimeUnit.SECONDS);
        together.await(60, TimeUnit.SECONDS);
      }
      for (Future<?> poller : polling) {
        poller.get(60, TimeUnit.SECONDS);
      }
    }
    workers.forEach(AsyncWorker::start);
    WorkerFixture.eventually()
        .until(() -> shop.store.counts().of(AsyncJobStatus.SUCCEEDED) == rounds * jobs);
    assertThat(ran).hasSize(rounds * jobs);
    assertThat(ran.values()).allMatch(count -> count.get() == 1);
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void neverMoreBodiesThanTheCapacityHoweverManyPoll(Execution execution) throws Exception {
    int capacity = 2;
    AtomicInteger atOnce = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier full = new CyclicBarrier(capacity);
    AsyncWorker worker =
        shop.worker(
            WorkerFixture.CONFIG.withMaxConcurrency(capacity).withExecution(execution),
            job -> {
              most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
              full.await(60, TimeUnit.SECONDS);
              atOnce.decrementAndGet();
              return Effects.none();
            });
    for (int i = 0; i < 40; i++) {
      shop.enqueue();
    }
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (int p = 0; p < 6; p++) {
        threads.execute(
            () -> {
              while (!haveEnded(40)) {
                worker.poll();
              }
            });
      }
    }
    assertThat(shop.store.counts().of(AsyncJobStatus.SUCCEEDED)).isEqualTo(40);
    assertThat(most.get()).isEqualTo(capacity);
    // A place is free a moment after the end is stored.
    WorkerFixture.eventually().until(() -> worker.health().running() == 0);
  }

  private boolean haveEnded(int jobs) {
    JobCounts counts = shop.store.counts();
    return counts.of(AsyncJobStatus.SUCCEEDED) + counts.of(AsyncJobStatus.FAILED) == jobs;
  }

  @Test
  void anInlineWorkerContinuesWithTheNextJobAtOnce() {
    List<JobId> jobs = Stream.generate(shop::enqueue).limit(3).toList();

    shop.worker(
            WorkerFixture.CONFIG.withExecution(Execution.INLINE).withPollEvery(Duration.ofHours(1)),
            WorkerFixture::nothing)
        .start();

    jobs.forEach(job -> shop.awaitStatus(job, AsyncJobStatus.SUCCEEDED));
  }

  @Test
  void aWorkerWakesWhenAJobIsEnqueued() {
    shop.worker(WorkerFixture::nothing).start();
    for (int i = 0; i < 50; i++) {
      shop.awaitStatus(shop.enqueue(), AsyncJobStatus.SUCCEEDED);
    }
  }

  @Test
  void aWorkerWakesWhenADelayedJobFallsDue() {
    shop.worker(WorkerFixture::nothing).start();
    JobId soon = shop.enqueue(JobSpec.of(WorkerFixture.TYPE).withDelay(Duration.ofMillis(40)));
    shop.awaitStatus(soon, AsyncJobStatus.SUCCEEDED);
  }

  @Test
  void aWorkerWakesWhenASlotOrAKeyIsFree() {
    shop.worker(WorkerFixture.CONFIG.withMaxConcurrency(1), WorkerFixture::nothing).start();
    shop.worker(WorkerFixture.CONFIG.withMaxConcurrency(4), WorkerFixture::nothing).start();
    List<JobId> jobs = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      jobs.add(shop.enqueue(JobSpec.of(WorkerFixture.TYPE).withKeys("key:" + i % 3)));
    }
    jobs.forEach(job -> shop.awaitStatus(job, AsyncJobStatus.SUCCEEDED));
  }

  @Test
  void aWorkerLeavesOtherGroupsAndTypesAlone() {
    AsyncWorker worker =
        shop.worker(WorkerFixture.CONFIG.withGroup("mine"), WorkerFixture::nothing).start();
    JobId other = shop.enqueue(JobSpec.of(WorkerFixture.TYPE).withGroup("theirs"));
    JobId unknown = shop.enqueue(JobSpec.of("unknown").withGroup("mine"));
    JobId mine = shop.enqueue(JobSpec.of(WorkerFixture.TYPE).withGroup("mine"));
    shop.awaitStatus(mine, AsyncJobStatus.SUCCEEDED);
    WorkerFixture.eventually().until(() -> worker.health().running() == 0);
    assertThat(worker.poll()).isZero();
    assertThat(shop.job(other).status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(shop.job(unknown).status()).isEqualTo(AsyncJobStatus.QUEUED);
  }

  @Test
  void aBodySeesItsJobLeaseAndTokenInItsScopeAndForksInheritThem() throws Exception {
    AtomicReference<Scope.Work> seen = new AtomicReference<>();
    CountDownLatch checked = new CountDownLatch(1);
    shop.worker(
            job -> {
              Scope scope = Scope.current();
              assertThat(scope.token().isCancelled()).isFalse();
              seen.set(
                  scope
                      .fork("child", () -> Scope.current().work().orElseThrow())
                      .join(Duration.ofMinutes(1)));
              checked.countDown();
              return Effects.none();
            })
        .start();
    JobId id = shop.enqueue();
    assertThat(checked.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(seen.get().job().id()).isEqualTo(id);
    assertThat(seen.get().lease()).isEqualTo(seen.get().job().lease());
  }

  @Test
  void theEffectsOfStartAndSuccessAreStoredWithTheMoves() {
    List<String> stored = new ArrayList<>();
    AsyncWorker worker =
        shop.worker(
            WorkerFixture.CONFIG.withExecution(Execution.INLINE),
            new JobBody() {
              @Override
              public Effects run(AsyncJob job) {
                return unit -> {
                  stored.add("end " + unit.job().status());
                  unit.enqueue(JobSpec.of("next"));
                };
              }

              @Override
              public Effects started(AsyncJob job) {
                return unit -> stored.add("start " + unit.job().status());
              }
            });
    shop.enqueue();
    assertThat(worker.poll()).isEqualTo(1);
    assertThat(stored).containsExactly("start RUNNING", "end SUCCEEDED");
    assertThat(shop.store.counts().of(AsyncJobStatus.QUEUED)).isEqualTo(1);
  }

  @Test
  void aStartWhoseEffectsFailIsPutOffAndReported() {
    AsyncWorker worker =
        shop.worker(
            new JobBody() {
              @Override
              public Effects run(AsyncJob job) {
                throw new AssertionError("must not run");
              }

              @Override
              public Effects started(AsyncJob job) {
                throw new IllegalStateException("the plan is held");
              }
            });
    JobId id = shop.enqueue();
    assertThat(worker.poll()).isZero();
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(shop.store.counts().delayed()).isEqualTo(1);
    assertThat(worker.health().lastError()).contains("the plan is held");
    assertThat(worker.health().count(Tally.CLAIMED)).isZero();
  }
}
