package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.noting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.MoveResult.Moved;
import dev.cleveragents.kernel.job.MoveResult.Reason;
import dev.cleveragents.kernel.job.MoveResult.Refused;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

interface CancelContract extends ContractPart {

  @Test
  default void aWaitingJobIsCancelledAndNeverStarts() {
    AsyncJob due = jobs().enqueue(JobSpec.of(PLAIN));
    AsyncJob delayed = jobs().enqueue(JobSpec.of(PLAIN).withDelay(Duration.ofSeconds(5)));
    jobs().advance(Duration.ofSeconds(1));

    for (AsyncJob job : new AsyncJob[] {due, delayed}) {
      MoveResult move = jobs().store.requestCancel(job.id(), "not wanted", noting("cancelled"));

      AsyncJob ended = jobs().now(job);
      assertThat(move).isEqualTo(new Moved(ended));
      assertThat(ended.status()).isEqualTo(AsyncJobStatus.CANCELLED);
      assertThat(ended.message()).isEqualTo("not wanted");
      assertThat(ended.times().endedAt()).isEqualTo(job.times().enqueuedAt().plusSeconds(1));
    }
    jobs().advance(Duration.ofDays(1));
    assertThat(jobs().claim(jobs().session(9), 9)).isEmpty();
    assertThat(jobs().notes()).containsExactly("cancelled", "cancelled");
  }

  @Test
  default void ofARunningJobTheRequestIsStoredAndItRunsOn() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));

    MoveResult move = jobs().store.requestCancel(job.id(), "stop", noting("asked"));

    assertThat(move).isEqualTo(new Moved(job.withCancelReason("stop")));
    assertThat(jobs().now(job)).isEqualTo(job.withCancelReason("stop"));
    assertThat(jobs().notes()).containsExactly("asked");
    assertThat(cancelsOf(job)).containsExactly(Map.entry(job.lease(), "stop"));
  }

  private Map<Lease, String> cancelsOf(AsyncJob job) {
    return ((HeartbeatReply.Alive) jobs().store.beat(job.lease().session())).cancels();
  }

  @Test
  default void askingAgainChangesNothing() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));
    AsyncJob asked = jobs().store.requestCancel(job.id(), "first", Effects.none()).orThrow();

    assertThat(jobs().store.requestCancel(job.id(), "second", noting("again")))
        .isEqualTo(new Refused(Reason.ALREADY_REQUESTED, asked));
    assertThat(jobs().now(job)).isEqualTo(asked);
    assertThat(jobs().notes()).isEmpty();
  }

  @Test
  default void anEndedOrUnknownJobCannotBeCancelled() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));
    AsyncJob done = jobs().store.complete(job.lease(), Effects.none()).orThrow();

    assertThat(jobs().store.requestCancel(job.id(), "late", noting("late")))
        .isEqualTo(new Refused(Reason.ALREADY_ENDED, done));
    assertThat(jobs().store.requestCancel(new JobId(new Ulid(1, 1)), "what", noting("late")))
        .isEqualTo(new Refused(Reason.NOT_FOUND, null));
    assertThat(jobs().now(job)).isEqualTo(done);
    assertThat(jobs().notes()).isEmpty();
  }

  @Test
  default void aBeatHearsOfEveryCancelUntilItIsAnswered() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));
    assertThat(cancelsOf(job)).isEmpty();
    jobs().store.requestCancel(job.id(), "stop", Effects.none());

    assertThat(cancelsOf(job)).containsKey(job.lease());
    assertThat(cancelsOf(job)).as("again, in case the answer was lost").containsKey(job.lease());
    jobs().store.release(job.lease(), "stopped", Effects.none());
    assertThat(cancelsOf(job)).isEmpty();
  }
}
