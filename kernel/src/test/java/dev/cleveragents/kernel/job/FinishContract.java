package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.NOTED;
import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.noting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.MoveResult.Moved;
import dev.cleveragents.kernel.job.MoveResult.Reason;
import dev.cleveragents.kernel.job.MoveResult.Refused;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

interface FinishContract extends ContractPart {

  private static Instant startOf(AsyncJob job) {
    return Objects.requireNonNull(job.times().startedAt());
  }

  @Test
  default void aRunThatSucceedsIsStoredWithItsEffects() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));
    jobs().advance(Duration.ofSeconds(3));

    MoveResult move = jobs().store.complete(job.lease(), noting("result"));

    AsyncJob done = jobs().now(job);
    assertThat(move).isEqualTo(new Moved(done));
    assertThat(done.status()).isEqualTo(AsyncJobStatus.SUCCEEDED);
    assertThat(done.times().endedAt()).isEqualTo(startOf(job).plusSeconds(3));
    assertThat(done.attempts()).isZero();
    assertThat(jobs().notes()).containsExactly("result");
  }

  @Test
  default void aRunThatFailsWaitsAndIsTriedAgain() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));

    MoveResult move = jobs().store.fail(job.lease(), "broke", noting("trace"));

    AsyncJob again = jobs().now(job);
    assertThat(move).isEqualTo(new Moved(again));
    assertThat(again.status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(again.attempts()).isEqualTo(1);
    assertThat(again.message()).isEqualTo("broke");
    assertThat(Duration.between(startOf(job), again.times().dueAt()))
        .isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    assertThat(jobs().notes()).containsExactly("trace");
    SessionId session = jobs().session(1);
    jobs().advance(Duration.ofMillis(499));
    assertThat(jobs().claim(session, 1)).isEmpty();
    jobs().advance(Duration.ofMillis(501));
    assertThat(jobs().claimOne(session).lease()).isEqualTo(new Lease(job.id(), 2, session));
  }

  @Test
  default void theWaitGrowsAndTheLastAttemptIsFinal() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));
    Duration wait = Duration.ofSeconds(1);
    for (int attempt = 1; attempt < 3; attempt++) {
      AsyncJob again = jobs().store.fail(job.lease(), "broke", Effects.none()).orThrow();
      assertThat(Duration.between(startOf(job), again.times().dueAt()))
          .isBetween(wait.dividedBy(2), wait);
      jobs().advance(wait);
      job = jobs().claimOne(jobs().session(1));
      wait = wait.multipliedBy(2);
    }

    AsyncJob failed = jobs().store.fail(job.lease(), "for good", Effects.none()).orThrow();

    assertThat(failed.status()).isEqualTo(AsyncJobStatus.FAILED);
    assertThat(failed.attempts()).isEqualTo(3);
    assertThat(failed.message()).isEqualTo("for good");
    jobs().advance(Duration.ofDays(1));
    assertThat(jobs().claim(jobs().session(1), 1)).isEmpty();
  }

  @Test
  default void aRunThatIsReleasedIsDueAtOnceAndNotCounted() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN).withRetry(RetryPolicy.ONCE));

    AsyncJob back = jobs().store.release(job.lease(), "shutdown", noting("given")).orThrow();

    assertThat(back.status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(back.attempts()).isZero();
    assertThat(back.message()).isEqualTo("shutdown");
    assertThat(jobs().notes()).containsExactly("given");
    assertThat(jobs().claimOne(jobs().session(1)).id()).isEqualTo(job.id());
  }

  @Test
  default void withACancelRequestedOnlySuccessIsNotACancel() {
    for (RunOutcome outcome :
        List.of(
            new RunOutcome.Succeeded(), new RunOutcome.Failed("f"), new RunOutcome.Released("r"))) {
      AsyncJob job = jobs().running(JobSpec.of(PLAIN));
      jobs().store.requestCancel(job.id(), "stop", Effects.none());

      AsyncJob ended = jobs().store.finish(job.lease(), outcome, Effects.none()).orThrow();

      assertThat(ended.status())
          .isEqualTo(
              outcome instanceof RunOutcome.Succeeded
                  ? AsyncJobStatus.SUCCEEDED
                  : AsyncJobStatus.CANCELLED);
      assertThat(ended.cancelReason()).isEqualTo("stop");
      assertThat(jobs().now(job)).isEqualTo(ended);
    }
  }

  @Test
  default void anOwnerCannotReportItsOwnDeath() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));

    assertThatThrownBy(
            () -> jobs().store.finish(job.lease(), new RunOutcome.WorkerDied(), Effects.none()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("End its session");
    assertThat(jobs().now(job)).isEqualTo(job);
  }

  @Test
  default void aLeaseThatIsOverIsRefusedAndChangesNothing() {
    AsyncJob first = jobs().running(JobSpec.of(NOTED));
    jobs().store.endSession(first.lease().session(), 0);
    AsyncJob second = jobs().claimOne(jobs().session(1));
    Lease current = second.lease();
    List<String> before = jobs().notes();

    for (Lease stale :
        List.of(
            first.lease(),
            new Lease(current.job(), current.number() + 1, current.session()),
            new Lease(current.job(), current.number(), first.lease().session()))) {
      assertRefused(stale, second);
    }
    assertThat(jobs().notes()).isEqualTo(before);

    AsyncJob done = jobs().store.complete(current, Effects.none()).orThrow();
    assertRefused(current, done);
    assertThat(jobs().notes()).isEqualTo(before);
  }

  private void assertRefused(Lease stale, AsyncJob job) {
    Refused refused = new Refused(Reason.LEASE_OVER, job);
    assertThat(jobs().store.complete(stale, noting("zombie"))).isEqualTo(refused);
    assertThat(jobs().store.fail(stale, "late", noting("zombie"))).isEqualTo(refused);
    assertThat(jobs().store.release(stale, "late", noting("zombie"))).isEqualTo(refused);
    assertThat(jobs().now(job)).isEqualTo(job);
  }

  @Test
  default void aLeaseOfAnUnknownJobIsRefused() {
    Lease lease = new Lease(new JobId(new Ulid(1, 1)), 1, jobs().session(1));

    assertThat(jobs().store.complete(lease, noting("zombie")))
        .isEqualTo(new Refused(Reason.NOT_FOUND, null));
    assertThat(jobs().notes()).isEmpty();
  }

  @Test
  default void leaseNumbersOnlyGrow() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN).withRetry(RetryPolicy.STANDARD));
    for (long number = 1; number <= 5; number++) {
      assertThat(job.lease().number()).isEqualTo(number);
      jobs().store.release(job.lease(), "again", Effects.none());
      job = jobs().claimOne(jobs().session(1));
    }
  }
}
