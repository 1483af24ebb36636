package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.noting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

interface EnqueueContract extends ContractPart {

  @Test
  default void aJobIsStoredAsItWasAskedFor() {
    JobSpec spec =
        new JobSpec(
            PLAIN,
            "payload ünï \n 'quoted'",
            List.of("a", "b"),
            -7,
            Duration.ofMinutes(3),
            "once",
            "group",
            new RetryPolicy(4, Duration.ofMillis(20), Duration.ofHours(2)));

    Enqueued enqueued = jobs().store.enqueue(spec, noting("beside"));

    AsyncJob job = enqueued.job();
    assertThat(enqueued.created()).isTrue();
    assertThat(job.spec()).isEqualTo(spec);
    assertThat(job.status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(job).isEqualTo(JobProtocol.enqueue(job.id(), spec, job.times().enqueuedAt()));
    assertThat(jobs().now(job)).isEqualTo(job);
    assertThat(jobs().notes()).containsExactly("beside");
  }

  @Test
  default void aJobOfAKnownIdempotencyKeyIsNotStoredAgain() {
    AsyncJob first = jobs().enqueue(JobSpec.of(PLAIN).withIdempotencyKey("once"));

    Enqueued again =
        jobs()
            .store
            .enqueue(
                JobSpec.of(PLAIN).withPayload("other").withIdempotencyKey("once"), noting("no"));

    assertThat(again).isEqualTo(new Enqueued(first, false));
    assertThat(jobs().store.counts().total()).isEqualTo(1);
    assertThat(jobs().notes()).isEmpty();
  }

  @Test
  default void anIdempotencyKeyIsKnownAsLongAsItsJobIsKept() {
    JobSpec spec = JobSpec.of(PLAIN).withIdempotencyKey("once");
    AsyncJob running = jobs().running(spec);
    assertThat(jobs().store.enqueue(spec)).isEqualTo(new Enqueued(running, false));

    AsyncJob done = jobs().store.complete(running.lease(), Effects.none()).orThrow();
    assertThat(jobs().store.enqueue(spec)).isEqualTo(new Enqueued(done, false));

    jobs().advance(Duration.ofSeconds(2));
    assertThat(jobs().store.purge(Duration.ofSeconds(1), 10)).isEqualTo(1);
    Enqueued fresh = jobs().store.enqueue(spec);
    assertThat(fresh.created()).isTrue();
    assertThat(fresh.job().id()).isNotEqualTo(done.id());
  }

  @Test
  default void jobsWithoutAnIdempotencyKeyAreAllStored() {
    jobs().enqueue(JobSpec.of(PLAIN));
    jobs().enqueue(JobSpec.of(PLAIN));

    assertThat(jobs().store.counts().of(AsyncJobStatus.QUEUED)).isEqualTo(2);
  }

  @Test
  default void laterJobsHaveGreaterIds() {
    List<AsyncJob> jobs = jobs().enqueue(50, JobSpec.of(PLAIN));

    assertThat(JobStoreFixture.ids(jobs)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  default void ofManyWhoEnqueueTheSameKeyAtOnceExactlyOneStoresIt() {
    try (ConcurrentCalls together = new ConcurrentCalls(4)) {
      for (int round = 0; round < rounds(); round++) {
        JobSpec spec = JobSpec.of(PLAIN).withIdempotencyKey("round " + round);
        Callable<Enqueued> here = () -> jobs().store.enqueue(spec);
        Callable<Enqueued> there = () -> jobs().another().enqueue(spec);

        List<Enqueued> answers = together.run(List.of(here, there, here, there));

        assertThat(answers.stream().filter(Enqueued::created)).hasSize(1);
        assertThat(Collections.nCopies(4, answers.getFirst().job()))
            .isEqualTo(answers.stream().map(Enqueued::job).toList());
      }
    }
    assertThat(jobs().store.counts().total()).isEqualTo(rounds());
  }
}
