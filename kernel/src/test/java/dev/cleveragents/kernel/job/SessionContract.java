package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.ALL;
import static dev.cleveragents.kernel.job.JobStoreFixture.NOTED;
import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.MoveResult.Moved;
import dev.cleveragents.kernel.job.MoveResult.Reason;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

interface SessionContract extends ContractPart {

  SessionEnd NOTHING_LEFT = new SessionEnd(true, List.of(), Map.of());

  @Test
  default void openSessionsAreListedWithWhatAnObserverNeeds() {
    SessionRequest request = JobStoreFixture.request("builder", 4);
    SessionId session = jobs().store.openSession(request, new JobStoreFixture.Deaf());
    jobs().enqueue(3, JobSpec.of(PLAIN));
    jobs().claim(session, 2);
    jobs().store.beat(session);
    SessionId other = jobs().session(1);

    List<WorkerSession> listed = jobs().store.sessions();

    assertThat(listed).extracting(WorkerSession::id).containsExactlyInAnyOrder(session, other);
    WorkerSession seen = view(session);
    assertThat(seen)
        .isEqualTo(
            new WorkerSession(
                session, "builder", 4, request.process(), 1, 2, false, seen.openedAt()));
  }

  private WorkerSession view(SessionId session) {
    return jobs().store.sessions().stream()
        .filter(it -> it.id().equals(session))
        .findFirst()
        .orElseThrow();
  }

  @Test
  default void everyBeatRaisesTheNumberAndNamesTheLeases() {
    SessionId session = jobs().session(2);
    assertThat(jobs().store.beat(session)).isEqualTo(alive(1));
    jobs().enqueue(JobSpec.of(PLAIN));
    AsyncJob running = jobs().claimOne(session);

    assertThat(jobs().store.beat(session)).isEqualTo(alive(2, running.lease()));
    assertThat(view(session).beat()).isEqualTo(2);
    jobs().store.complete(running.lease(), Effects.none());
    assertThat(jobs().store.beat(session)).isEqualTo(alive(3));
  }

  private static HeartbeatReply alive(long beat, Lease... running) {
    return new HeartbeatReply.Alive(beat, Set.of(running), Map.of());
  }

  @Test
  default void aSessionThatIsOverOrUnknownHearsSoAtItsNextBeat() {
    SessionId closed = jobs().session(1);
    jobs().store.closeSession(closed);
    SessionId dead = jobs().session(1);
    jobs().store.endSession(dead, 0);

    for (SessionId session : List.of(closed, dead, new SessionId(new Ulid(1, 1)))) {
      assertThat(jobs().store.beat(session)).isEqualTo(new HeartbeatReply.SessionOver());
    }
    assertThat(jobs().store.sessions()).isEmpty();
  }

  @Test
  default void aSessionThatHasBeatenSinceIsNotEnded() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));
    SessionId session = job.lease().session();
    jobs().store.beat(session);

    assertThat(jobs().store.endSession(session, 0))
        .isEqualTo(new SessionEnd(false, List.of(), Map.of()));
    assertThat(jobs().store.endSession(session, 2).ended()).isFalse();
    assertThat(jobs().now(job)).isEqualTo(job);
    assertThat(jobs().store.beat(session)).isEqualTo(alive(2, job.lease()));
  }

  @Test
  default void aDeadSessionLosesItsJobsAndEachEndsAsTheTableSays() {
    SessionId session = jobs().session(3);
    AsyncJob again = jobs().enqueue(JobSpec.of(PLAIN));
    AsyncJob last = jobs().enqueue(JobSpec.of(PLAIN).withRetry(RetryPolicy.ONCE));
    AsyncJob cancelled = jobs().enqueue(JobSpec.of(PLAIN));
    List<AsyncJob> running = jobs().claim(session, 3);
    jobs().store.requestCancel(cancelled.id(), "stop", Effects.none());
    jobs().store.beat(session);

    SessionEnd end = jobs().store.endSession(session, 1);

    assertThat(end.ended()).isTrue();
    assertThat(end.stuck()).isEmpty();
    assertThat(end.recovered())
        .containsExactlyInAnyOrder(jobs().now(again), jobs().now(last), jobs().now(cancelled));
    assertThat(jobs().now(again))
        .returns(AsyncJobStatus.QUEUED, AsyncJob::status)
        .returns(1, AsyncJob::attempts);
    assertThat(jobs().now(last).status()).isEqualTo(AsyncJobStatus.FAILED);
    assertThat(jobs().now(cancelled).status()).isEqualTo(AsyncJobStatus.CANCELLED);
    assertThat(jobs().store.sessions()).isEmpty();
    for (AsyncJob lost : running) {
      assertThat(jobs().store.complete(lost.lease(), Effects.none()))
          .isEqualTo(new MoveResult.Refused(Reason.LEASE_OVER, jobs().now(lost)));
    }
    assertThat(ids(jobs().claim(jobs().session(3), 3)))
        .as("due at once")
        .containsExactly(again.id());
  }

  @Test
  default void endingASessionThatIsGoneDoesNothing() {
    SessionId session = jobs().session(1);
    jobs().store.closeSession(session);

    assertThat(jobs().store.endSession(session, 0)).isEqualTo(NOTHING_LEFT);
    assertThat(jobs().store.closeSession(session)).isEqualTo(NOTHING_LEFT);
    assertThat(jobs().store.endSession(new SessionId(new Ulid(1, 1)), 7)).isEqualTo(NOTHING_LEFT);
  }

  @Test
  default void aJobWhoseEndingThrowsIsStuckAndTheNextEndTriesItAgain() {
    SessionId session = jobs().session(2);
    AsyncJob stuck = jobs().enqueue(JobSpec.of(NOTED));
    AsyncJob other = jobs().enqueue(JobSpec.of(PLAIN));
    jobs().claim(session, 2);
    IllegalStateException failure = new IllegalStateException("no table");
    jobs().endingsThrow(failure);

    SessionEnd end = jobs().store.endSession(session, 0);

    assertThat(end.ended()).isTrue();
    assertThat(ids(end.recovered())).containsExactly(other.id());
    assertThat(end.stuck()).containsOnlyKeys(stuck.id());
    assertThat(end.stuck().get(stuck.id()))
        .isInstanceOf(EffectsFailedException.class)
        .hasCause(failure);
    assertThat(jobs().now(stuck).status()).isEqualTo(AsyncJobStatus.RUNNING);
    assertThat(view(session)).returns(true, WorkerSession::over).returns(1, WorkerSession::running);
    assertThat(jobs().store.beat(session)).isEqualTo(new HeartbeatReply.SessionOver());
    assertThat(jobs().store.claim(session, ALL, 1)).isEqualTo(new ClaimResult.SessionOver());

    jobs().endingsThrow(null);
    long anyBeat = 99;
    assertThat(ids(jobs().store.endSession(session, anyBeat).recovered()))
        .containsExactly(stuck.id());
    assertThat(jobs().now(stuck))
        .returns(AsyncJobStatus.QUEUED, AsyncJob::status)
        .returns(1, AsyncJob::attempts);
    assertThat(jobs().store.sessions()).isEmpty();
  }

  @Test
  default void theOwnerOfAStuckJobMayStillFinishIt() {
    AsyncJob job = jobs().running(JobSpec.of(NOTED));
    jobs().endingsThrow(new IllegalStateException("no table"));
    jobs().store.endSession(job.lease().session(), 0);

    assertThat(jobs().store.complete(job.lease(), Effects.none())).isInstanceOf(Moved.class);
    assertThat(jobs().store.sessions()).isEmpty();
  }

  @Test
  default void aStuckJobThatIsToBeCancelledKeepsItsKeyUntilTheNextEndCancelsIt() {
    AsyncJob stuck = jobs().running(JobSpec.of(NOTED).withKeys("k"));
    SessionId session = stuck.lease().session();
    AsyncJob next = jobs().enqueue(JobSpec.of(PLAIN).withKeys("k"));
    jobs().endingsThrow(new IllegalStateException("no table"));
    jobs().store.endSession(session, 0);
    jobs().endingsThrow(null);

    assertThat(jobs().store.requestCancel(stuck.id(), "stop", Effects.none()).accepted()).isTrue();
    assertThat(view(session)).returns(true, WorkerSession::over).returns(1, WorkerSession::running);
    assertThat(jobs().claim(jobs().session(1), 1)).as("the key is still held").isEmpty();

    assertThat(ids(jobs().store.endSession(session, 0).recovered())).containsExactly(stuck.id());
    assertThat(jobs().now(stuck).status()).isEqualTo(AsyncJobStatus.CANCELLED);
    assertThat(ids(jobs().claim(jobs().session(1), 1))).containsExactly(next.id());
  }

  @Test
  default void closingASessionReleasesWhatRunsUnderIt() {
    SessionId session = jobs().session(2);
    AsyncJob job = jobs().enqueue(JobSpec.of(PLAIN).withRetry(RetryPolicy.ONCE));
    AsyncJob cancelled = jobs().enqueue(JobSpec.of(PLAIN));
    List<AsyncJob> running = jobs().claim(session, 2);
    jobs().store.requestCancel(cancelled.id(), "stop", Effects.none());

    SessionEnd end = jobs().store.closeSession(session);

    assertThat(end)
        .isEqualTo(new SessionEnd(true, List.of(jobs().now(job), jobs().now(cancelled)), Map.of()));
    assertThat(jobs().now(job))
        .returns(AsyncJobStatus.QUEUED, AsyncJob::status)
        .returns(0, AsyncJob::attempts);
    assertThat(jobs().now(cancelled).status()).isEqualTo(AsyncJobStatus.CANCELLED);
    assertThat(jobs().store.sessions()).isEmpty();
    assertThat(jobs().store.complete(running.getFirst().lease(), Effects.none()).accepted())
        .isFalse();
  }

  @Test
  default void aJobThatCannotBeReleasedIsStuckUntilTheSessionIsEndedAgain() {
    AsyncJob job = jobs().running(JobSpec.of(NOTED));
    SessionId session = job.lease().session();
    jobs().endingsThrow(new IllegalStateException("no table"));

    assertThat(jobs().store.closeSession(session).stuck()).containsOnlyKeys(job.id());
    jobs().endingsThrow(null);
    assertThat(ids(jobs().store.closeSession(session).recovered())).containsExactly(job.id());
  }
}
