package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.RetryPolicy;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.WorkerConfig.Execution;
import dev.cleveragents.kernel.worker.WorkerHealthReport.Tally;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunOutcomeTest {

  private static final WorkerConfig INLINE = WorkerFixture.CONFIG.withExecution(Execution.INLINE);

  private final WorkerFixture shop = new WorkerFixture();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void aBodyThatThrowsEndsFailedWithItsMessage() {
    assertThat(
            runOnce(
                    job -> {
                      throw new IllegalStateException("no such table");
                    })
                .message())
        .isEqualTo("java.lang.IllegalStateException: no such table");
  }

  @Test
  void anErrorIsAFailureLikeAnyOther() {
    assertThat(
            runOnce(
                    job -> {
                      throw new StackOverflowError("deep");
                    })
                .message())
        .contains("StackOverflowError: deep");
    assertThat(
            runOnce(
                    job -> {
                      throw new OutOfMemoryError("wide");
                    })
                .message())
        .contains("OutOfMemoryError: wide");
  }

  @Test
  void aThrowableThatCannotEvenTellItsMessageIsAFailure() {
    AsyncJob job =
        runOnce(
            j -> {
              throw new RuntimeException("x") {
                private static final long serialVersionUID = 1L;

                @Override
                public String getMessage() {
                  throw new IllegalStateException("and now this");
                }
              };
            });
    assertThat(job.message()).contains("its message could not be read");
  }

  @Test
  void anEndlessMessageIsCut() {
    AsyncJob job =
        runOnce(
            j -> {
              throw new RuntimeException("x".repeat(1_000_000));
            });
    assertThat(job.message()).hasSizeLessThan(5_000).endsWith("…");
  }

  @Test
  void aFailingJobIsTriedExactlyAsOftenAsAllowed() {
    AtomicInteger tries = new AtomicInteger();
    shop.worker(
            job -> {
              tries.incrementAndGet();
              throw new IllegalStateException("again");
            })
        .start();
    RetryPolicy fast = new RetryPolicy(4, Duration.ofMillis(1), Duration.ofMillis(4));
    AsyncJob job = shop.awaitEnd(shop.enqueue(JobSpec.of(WorkerFixture.TYPE).withRetry(fast)));
    assertThat(job.status()).isEqualTo(AsyncJobStatus.FAILED);
    assertThat(job.attempts()).isEqualTo(4);
    assertThat(tries.get()).isEqualTo(4);
  }

  @Test
  void aSuccessWhoseEffectsThrowIsAFailure() {
    AsyncJob job =
        runOnce(
            j ->
                unit -> {
                  throw new IllegalStateException("constraint violated");
                });
    assertThat(job.status()).isEqualTo(AsyncJobStatus.FAILED);
    assertThat(job.message()).contains("constraint violated");
  }

  @Test
  void anInterruptGivesTheJobBackUncountedAndIsKept() {
    AsyncWorker worker =
        shop.worker(
            INLINE,
            job -> {
              throw new InterruptedException();
            });
    JobId id = shop.enqueue(JobSpec.of(WorkerFixture.TYPE).withRetry(RetryPolicy.ONCE));
    assertThat(worker.poll()).isEqualTo(1);
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(shop.job(id).attempts()).isZero();
    assertThat(worker.health().count(Tally.RELEASED)).isEqualTo(1);

    AsyncWorker interrupting =
        shop.worker(
            INLINE,
            job -> {
              Thread.currentThread().interrupt();
              return Effects.none();
            });
    assertThat(interrupting.poll()).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.SUCCEEDED);
  }

  @Test
  void aCancelReachesARunningBodyAtOnceAndEndsItCancelled() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    AtomicReference<CancellationCause> seen = new AtomicReference<>();
    AsyncWorker worker =
        shop.worker(
                job -> {
                  running.countDown();
                  Scope.current().token().await(Duration.ofMinutes(1));
                  seen.set(Scope.current().token().cause().orElseThrow());
                  Scope.current().token().throwIfCancelled();
                  return Effects.none();
                })
            .start();
    JobId id = shop.enqueue();
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
    shop.store.requestCancel(id, "not needed any more", Effects.none());
    AsyncJob job = shop.awaitEnd(id);
    assertThat(job.status()).isEqualTo(AsyncJobStatus.CANCELLED);
    assertThat(seen.get().kind()).isEqualTo(CancellationCause.Kind.REQUESTED);
    assertThat(seen.get().reason()).isEqualTo("not needed any more");
    WorkerFixture.eventually().until(() -> worker.health().count(Tally.CANCELLED) == 1);
  }

  @Test
  void aBodyThatSucceedsInSpiteOfACancelHasSucceeded() {
    AsyncWorker worker =
        shop.worker(
            INLINE,
            job -> {
              shop.store.requestCancel(job.id(), "too late", Effects.none());
              return Effects.none();
            });
    JobId id = shop.enqueue();
    worker.poll();
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.SUCCEEDED);
  }

  @Test
  void aCancelThatOvertakesTheAnswerToTheClaimKeepsTheBodyFromStarting() {
    var overtaking =
        StoreWithFaults.around(
            shop.store,
            (method, call) -> {
              Object answer = call.call();
              if (method.equals("claim")) {
                shop.store
                    .list(dev.cleveragents.kernel.job.store.JobQuery.newest(10))
                    .forEach(job -> shop.store.requestCancel(job.id(), "fast", Effects.none()));
              }
              return answer;
            });
    AsyncWorker worker =
        shop.worker(
            overtaking,
            INLINE,
            job -> {
              throw new AssertionError("must not run");
            });
    JobId id = shop.enqueue();
    assertThat(worker.poll()).isEqualTo(1);
    assertThat(worker.health().count(Tally.CANCELLED)).isEqualTo(1);
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.CANCELLED);
  }

  @Test
  void aJobCancelledWhileQueuedNeverStarts() {
    AsyncWorker worker =
        shop.worker(
            INLINE,
            job -> {
              throw new AssertionError("must not run");
            });
    JobId id = shop.enqueue();
    assertThat(shop.store.requestCancel(id, "no", Effects.none()))
        .isInstanceOf(MoveResult.Moved.class);
    assertThat(worker.poll()).isZero();
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.CANCELLED);
  }

  private AsyncJob runOnce(JobBody body) {
    AsyncWorker worker = shop.worker(INLINE, body);
    JobId id = shop.enqueue();
    assertThat(worker.poll()).isEqualTo(1);
    assertThat(shop.job(id).status()).isEqualTo(AsyncJobStatus.FAILED);
    assertThat(worker.health().count(Tally.FAILED)).isEqualTo(1);
    return shop.job(id);
  }
}
