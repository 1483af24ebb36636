package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.AsyncJobStatus.CANCELLED;
import static dev.cleveragents.kernel.job.AsyncJobStatus.FAILED;
import static dev.cleveragents.kernel.job.AsyncJobStatus.QUEUED;
import static dev.cleveragents.kernel.job.AsyncJobStatus.RUNNING;
import static dev.cleveragents.kernel.job.AsyncJobStatus.SUCCEEDED;
import static dev.cleveragents.kernel.job.JobStoreFixture.NOTED;
import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.WorkerSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

interface ReadContract extends ContractPart {

  @Test
  default void anUnknownJobIsNotFound() {
    assertThat(jobs().store.get(new JobId(new Ulid(1, 1)))).isEmpty();
  }

  @Test
  default void aJobInHandStaysAsItWasWhenTheStoreMovesOn() {
    AsyncJob queued = jobs().enqueue(JobSpec.of(PLAIN));
    List<AsyncJob> listed = jobs().store.list(JobQuery.newest(10));
    List<WorkerSession> sessions = jobs().store.sessions();
    JobCounts counts = jobs().store.counts();
    AsyncJob running = jobs().claimOne(jobs().session(1));

    jobs().store.complete(running.lease(), Effects.none());

    assertThat(queued.status()).isEqualTo(QUEUED);
    assertThat(running.status()).isEqualTo(RUNNING);
    assertThat(listed).containsExactly(queued).isUnmodifiable();
    assertThat(sessions).isEmpty();
    assertThat(counts.of(QUEUED)).isEqualTo(1);
  }

  @Test
  default void jobsAreListedNewestFirstPageByPage() {
    List<JobId> all = ids(jobs().enqueue(25, JobSpec.of(PLAIN)));

    List<JobId> seen = new ArrayList<>();
    JobQuery query = JobQuery.newest(10);
    for (List<AsyncJob> page = jobs().store.list(query);
        !page.isEmpty();
        page = jobs().store.list(query)) {
      assertThat(page).hasSizeLessThanOrEqualTo(10);
      seen.addAll(ids(page));
      query = query.after(page.getLast().id());
    }

    assertThat(seen).isEqualTo(all.reversed());
  }

  @Test
  default void aListHoldsOnlyWhatMatches() {
    AsyncJob plain = jobs().enqueue(JobSpec.of(PLAIN).withGroup("g"));
    AsyncJob noted = jobs().enqueue(JobSpec.of(NOTED).withGroup("g"));
    AsyncJob alone = jobs().enqueue(JobSpec.of(PLAIN));
    jobs().store.requestCancel(alone.id(), "x", Effects.none());
    JobQuery all = JobQuery.newest(10);

    assertThat(list(all)).containsExactly(alone.id(), noted.id(), plain.id());
    assertThat(list(all.withStatus(QUEUED))).containsExactly(noted.id(), plain.id());
    assertThat(list(all.withType(PLAIN))).containsExactly(alone.id(), plain.id());
    assertThat(list(all.withGroup("g"))).containsExactly(noted.id(), plain.id());
    assertThat(list(all.withGroup("g").withType(PLAIN))).containsExactly(plain.id());
    assertThat(list(all.withStatus(FAILED))).isEmpty();
    assertThat(list(all.after(noted.id()))).containsExactly(plain.id());
  }

  private List<JobId> list(JobQuery query) {
    return ids(jobs().store.list(query));
  }

  @Test
  default void countsAgreeWithTheJobs() {
    AsyncJob failed = jobs().running(JobSpec.of(PLAIN).withRetry(RetryPolicy.ONCE));
    jobs().store.fail(failed.lease(), "broke", Effects.none());
    AsyncJob done = jobs().running(JobSpec.of(PLAIN));
    jobs().store.complete(done.lease(), Effects.none());
    AsyncJob cancelled = jobs().enqueue(JobSpec.of(PLAIN));
    jobs().store.requestCancel(cancelled.id(), "x", Effects.none());
    jobs().running(JobSpec.of(PLAIN));
    jobs().enqueue(3, JobSpec.of(PLAIN));
    jobs().enqueue(2, JobSpec.of(PLAIN).withDelay(Duration.ofSeconds(30)));
    jobs().advance(Duration.ofSeconds(7));

    assertThat(jobs().store.counts())
        .isEqualTo(
            new JobCounts(
                Map.of(QUEUED, 5, RUNNING, 1, SUCCEEDED, 1, FAILED, 1, CANCELLED, 1),
                2,
                Duration.ofSeconds(7)));
    assertThat(jobs().store.counts().total()).isEqualTo(9);
  }

  @Test
  default void anEmptyStoreCountsZeros() {
    assertThat(jobs().store.counts())
        .isEqualTo(
            new JobCounts(
                Map.of(QUEUED, 0, RUNNING, 0, SUCCEEDED, 0, FAILED, 0, CANCELLED, 0), 0, null));
  }

  @Test
  default void aDelayedJobCountsAsWaitingFromItsDueTimeOn() {
    jobs().enqueue(JobSpec.of(PLAIN).withDelay(Duration.ofSeconds(10)));
    assertThat(jobs().store.counts().delayed()).isEqualTo(1);
    assertThat(jobs().store.counts().oldestWaiting()).isNull();

    jobs().advance(Duration.ofSeconds(10));
    assertThat(jobs().store.counts().delayed()).isZero();
    assertThat(jobs().store.counts().oldestWaiting()).isEqualTo(Duration.ZERO);

    jobs().advance(Duration.ofSeconds(5));
    assertThat(jobs().store.counts().oldestWaiting()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  default void purgingForgetsTheLongestEndedFirstAndNoMoreThanAsked() {
    AsyncJob third = end(jobs().running(JobSpec.of(PLAIN)), 3);
    List<AsyncJob> running = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      running.add(jobs().running(JobSpec.of(PLAIN)));
    }
    AsyncJob first = end(running.get(2), 1);
    AsyncJob second = end(running.get(0), 1);
    AsyncJob last = end(running.get(1), 1);
    assertThat(first.id()).isGreaterThan(second.id());

    assertThat(jobs().store.purge(Duration.ZERO, 0)).isZero();
    assertThat(jobs().store.purge(Duration.ZERO, 2)).isEqualTo(2);
    assertThat(list(JobQuery.newest(10))).containsExactly(last.id(), second.id());
    assertThat(jobs().store.get(third.id())).isEmpty();
    assertThat(jobs().store.get(first.id())).isEmpty();
    assertThat(jobs().store.counts().total()).isEqualTo(2);
    assertThat(jobs().store.purge(Duration.ZERO, 9)).isEqualTo(2);
    assertThat(jobs().store.purge(Duration.ZERO, 9)).isZero();
  }

  private AsyncJob end(AsyncJob running, int secondsLater) {
    AsyncJob done = jobs().store.complete(running.lease(), Effects.none()).orThrow();
    jobs().advance(Duration.ofSeconds(secondsLater));
    return done;
  }

  @Test
  default void purgingForgetsOnlyWhatEndedLongerAgoThanThat() {
    end(jobs().running(JobSpec.of(PLAIN)), 10);
    AsyncJob cancelled = jobs().enqueue(JobSpec.of(PLAIN));
    jobs().store.requestCancel(cancelled.id(), "x", Effects.none());
    AsyncJob failed = jobs().running(JobSpec.of(PLAIN).withRetry(RetryPolicy.ONCE));
    jobs().store.fail(failed.lease(), "broke", Effects.none());
    AsyncJob waiting = jobs().enqueue(JobSpec.of(PLAIN).withKeys("k"));
    AsyncJob running = jobs().claimOne(jobs().session(1));
    AsyncJob behind = jobs().enqueue(JobSpec.of(PLAIN).withKeys("k"));

    assertThat(jobs().store.purge(Duration.ofSeconds(Long.MAX_VALUE), 9)).isZero();
    assertThat(jobs().store.purge(Duration.ofSeconds(10), 9)).as("not more than").isZero();
    assertThat(jobs().store.purge(Duration.ofMillis(9_999), 9)).isEqualTo(1);
    assertThat(list(JobQuery.newest(9)))
        .containsExactly(behind.id(), waiting.id(), failed.id(), cancelled.id());
    jobs().advance(Duration.ofDays(1));
    assertThat(jobs().store.purge(Duration.ofHours(1), 9)).isEqualTo(2);
    assertThat(jobs().now(running)).isEqualTo(running);
    assertThat(jobs().now(behind)).isEqualTo(behind);
  }
}
