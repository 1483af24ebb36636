package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.worker.WorkerConfig.ClosingTiming;
import dev.cleveragents.kernel.worker.WorkerConfig.Execution;
import dev.cleveragents.kernel.worker.WorkerHealthReport.Tally;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClosingTest {

  private static final WorkerConfig HASTY =
      WorkerFixture.CONFIG.withClosing(new ClosingTiming(Duration.ZERO, Duration.ofMillis(50)));

  private final WorkerFixture shop = new WorkerFixture();
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch letGo = new CountDownLatch(1);

  @AfterEach
  void close() {
    letGo.countDown();
    shop.close();
  }

  @Test
  void closingLetsBodiesFinishWithinTheGrace() throws Exception {
    AsyncWorker worker = shop.worker(this::holdOn).start();
    JobId id = startOne();
    Thread closing = Thread.ofPlatform().start(worker::close);
    WorkerFixture.eventually().until(() -> worker.health().state() == WorkerState.CLOSING);
    assertThat(worker.poll()).isZero();
    letGo.countDown();
    closing.join(Duration.ofMinutes(1));
    assertThat(worker.health().state()).isEqualTo(WorkerState.CLOSED);
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.SUCCEEDED);
  }

  @Test
  void afterTheGraceBodiesAreCancelledAndTheirJobsQueuedAgainUncounted() throws Exception {
    AtomicReference<CancellationCause> seen = new AtomicReference<>();
    AsyncWorker worker =
        shop.worker(
                WorkerFixture.CONFIG.withClosing(
                    new ClosingTiming(Duration.ZERO, Duration.ofMinutes(1))),
                job -> {
                  running.countDown();
                  Scope.current().token().await();
                  seen.set(Scope.current().token().cause().orElseThrow());
                  throw new IllegalStateException("stopped half way");
                })
            .start();
    JobId id = startOne();
    worker.close();
    assertThat(seen.get().kind()).isEqualTo(CancellationCause.Kind.SHUTDOWN);
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(shop.job(id).attempts()).isZero();
    assertThat(worker.health().count(Tally.RELEASED)).isEqualTo(1);
    assertThat(shop.store.sessions()).isEmpty();
  }

  @Test
  void aBodyThatNeverEndsIsAbandonedItsJobIsReleasedAndItCanWriteNothing() throws Exception {
    CountDownLatch zombieDone = new CountDownLatch(1);
    AtomicInteger written = new AtomicInteger();
    AsyncWorker worker =
        shop.worker(
                HASTY,
                job -> {
                  running.countDown();
                  awaitUninterruptibly(letGo);
                  zombieDone.countDown();
                  return unit -> written.incrementAndGet();
                })
            .start();
    JobId id = startOne();
    worker.close();
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.QUEUED);
    letGo.countDown();
    assertThat(zombieDone.await(60, TimeUnit.SECONDS)).isTrue();
    WorkerFixture.eventually().until(() -> worker.health().count(Tally.REFUSED) == 1);
    assertThat(written.get()).isZero();
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.QUEUED);
  }

  @Test
  void aSecondCloseDoesNothing() {
    AsyncWorker worker = shop.worker(WorkerFixture::nothing).start();
    worker.close();
    WorkerHealthReport after = worker.health();
    worker.close();
    assertThat(worker.health().state()).isEqualTo(after.state());
    assertThatThrownBy(worker::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("CLOSED")
        .hasMessageContaining("Create a new one");
  }

  @Test
  void aWorkerIsStartedOnce() {
    AsyncWorker worker = shop.worker(WorkerFixture::nothing).start();
    assertThatThrownBy(worker::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aWorkerThatWasNeverStartedClosesToo() {
    AsyncWorker worker = shop.worker(WorkerFixture::nothing);
    worker.close();
    assertThat(worker.health().state()).isEqualTo(WorkerState.CLOSED);
    assertThat(worker.poll()).isZero();
  }

  @Test
  void aJobClaimedWhileTheWorkerClosesIsReleasedNotLost() {
    AtomicReference<AsyncWorker> worker = new AtomicReference<>();
    var closesDuringClaim =
        StoreWithFaults.around(
            shop.store,
            (method, call) -> {
              Object answer = call.call();
              if (method.equals("claim")) {
                worker.get().close();
              }
              return answer;
            });
    worker.set(
        shop.worker(
            closesDuringClaim,
            WorkerFixture.CONFIG,
            job -> {
              throw new AssertionError("must not run");
            }));
    JobId id = shop.enqueue();
    worker.get().poll();
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(shop.job(id).attempts()).isZero();
  }

  @Test
  void aJobClaimedWhileTheWorkerClosesAndTheStoreIsGoneDoesNotDelayTheClose() throws Exception {
    AtomicReference<AsyncWorker> worker = new AtomicReference<>();
    var closesDuringClaim =
        StoreWithFaults.around(
            shop.store,
            (method, call) -> {
              if (method.equals("finish") || method.equals("closeSession")) {
                throw new IllegalStateException("connection refused");
              }
              Object answer = call.call();
              if (method.equals("claim")) {
                worker.get().close();
              }
              return answer;
            });
    worker.set(shop.worker(closesDuringClaim, WorkerFixture.CONFIG, WorkerFixture::nothing));
    shop.enqueue();
    Thread polling = Thread.ofPlatform().daemon().start(() -> worker.get().poll());
    assertThat(polling.join(Duration.ofMinutes(1))).isTrue();
    assertThat(shop.store.sessions()).hasSize(1);
  }

  @Test
  void anInterruptShortensTheWaitingNotTheGivingBack() throws Exception {
    WorkerConfig patient =
        WorkerFixture.CONFIG.withClosing(
            new ClosingTiming(Duration.ofHours(1), Duration.ofMillis(10)));
    AsyncWorker worker =
        shop.worker(
                patient,
                job -> {
                  running.countDown();
                  awaitUninterruptibly(letGo);
                  return Effects.none();
                })
            .start();
    JobId id = startOne();
    AtomicReference<Boolean> kept = new AtomicReference<>();
    Thread closing =
        Thread.ofPlatform()
            .start(
                () -> {
                  worker.close();
                  kept.set(Thread.currentThread().isInterrupted());
                });
    WorkerFixture.eventually().until(() -> worker.health().state() == WorkerState.CLOSING);
    closing.interrupt();
    WorkerFixture.eventually().until(() -> shop.job(id).status() == AsyncJobStatus.QUEUED);
    letGo.countDown();
    closing.join(Duration.ofMinutes(1));
    assertThat(kept.get()).isTrue();
  }

  @Test
  void aStoreThatIsGoneDoesNotKeepAWorkerFromClosing() throws Exception {
    AtomicReference<RuntimeException> gone = new AtomicReference<>();
    var store =
        StoreWithFaults.around(
            shop.store,
            (method, call) -> {
              RuntimeException error = gone.get();
              if (error != null) {
                throw error;
              }
              return call.call();
            });
    AsyncWorker worker =
        shop.worker(
                store,
                HASTY,
                job -> {
                  running.countDown();
                  awaitUninterruptibly(letGo);
                  return Effects.none();
                })
            .start();
    startOne();
    gone.set(new IllegalStateException("connection refused"));
    worker.close();
    assertThat(worker.health().state()).isEqualTo(WorkerState.CLOSED);
    assertThat(worker.health().lastError()).contains("connection refused");
  }

  @Test
  @Tag("long")
  void tenThousandWorkersOpenedAndClosedLeaveNothing() {
    ManualTime time = new ManualTime();
    WorkerEnvironment environment =
        new WorkerEnvironment(ThreadFactories.standard(), time, time, WorkerFixture.HERE);
    WorkerConfig config = WorkerFixture.CONFIG.withName("ephemeral");
    for (int i = 0; i < 10_000; i++) {
      AsyncWorker worker =
          new AsyncWorker(
              shop.store, Map.of(WorkerFixture.TYPE, WorkerFixture::nothing), config, environment);
      if (i % 3 == 0) {
        worker.start();
      }
      if (i % 3 == 1) {
        worker.poll();
      }
      worker.close();
    }
    WorkerFixture.eventually()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("ephemeral")));
    assertThat(shop.store.sessions()).isEmpty();
    assertThat(time.pendingAlarms()).isZero();
  }

  @Test
  void inlineBodiesOnTheWorkersOwnThreadEndWithIt() throws Exception {
    AsyncWorker worker =
        shop.worker(
                HASTY.withExecution(Execution.INLINE),
                job -> {
                  running.countDown();
                  letGo.await();
                  return Effects.none();
                })
            .start();
    JobId id = startOne();
    worker.close();
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.QUEUED);
  }

  private JobId startOne() throws InterruptedException {
    JobId id = shop.enqueue();
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
    return id;
  }

  private Effects holdOn(dev.cleveragents.kernel.job.AsyncJob job) throws InterruptedException {
    running.countDown();
    assertThat(letGo.await(60, TimeUnit.SECONDS)).isTrue();
    return Effects.none();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        latch.await();
        done = true;
      } catch (InterruptedException ignored) {
        done = false;
      }
    }
  }
}
