package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.ALL;
import static dev.cleveragents.kernel.job.JobStoreFixture.NOTE;
import static dev.cleveragents.kernel.job.JobStoreFixture.NOTED;
import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.failing;
import static dev.cleveragents.kernel.job.JobStoreFixture.noting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

interface EffectsContract extends ContractPart {

  /** Every move that takes effects, made on a running and on a waiting job. */
  private Map<String, Function<Effects, MoveResult>> moves(AsyncJob running, AsyncJob waiting) {
    JobStore store = jobs().store;
    return Map.of(
        "complete", effects -> store.complete(running.lease(), effects),
        "fail", effects -> store.fail(running.lease(), "broke", effects),
        "release", effects -> store.release(running.lease(), "later", effects),
        "cancel running", effects -> store.requestCancel(running.id(), "stop", effects),
        "cancel waiting", effects -> store.requestCancel(waiting.id(), "stop", effects));
  }

  @Test
  default void effectsThatThrowTakeTheMoveBackWhole() {
    AsyncJob running = jobs().running(JobSpec.of(NOTED).withKeys("k"));
    AsyncJob waiting = jobs().enqueue(JobSpec.of(NOTED).withKeys("k"));
    JobCounts before = jobs().store.counts();

    for (Throwable failure :
        List.of(new IllegalStateException("x"), new IOException("x"), new AssertionError("x"))) {
      moves(running, waiting)
          .forEach(
              (name, move) -> {
                assertThatThrownBy(() -> move.apply(failing(failure)))
                    .as(name)
                    .isInstanceOf(EffectsFailedException.class)
                    .cause()
                    .isSameAs(failure);
                assertThat(jobs().now(running)).as(name).isEqualTo(running);
                assertThat(jobs().now(waiting)).as(name).isEqualTo(waiting);
                assertThat(jobs().store.counts()).as(name).isEqualTo(before);
              });
    }
    assertThat(jobs().notes()).isEmpty();
    assertThat(jobs().claim(jobs().session(1), 1)).as("the key is still held").isEmpty();
    assertThat(jobs().store.complete(running.lease(), Effects.none()).accepted()).isTrue();
  }

  @Test
  default void aJobWhoseEffectsThrowIsNotEnqueuedAndItsKeyStaysUnknown() {
    JobSpec spec = JobSpec.of(PLAIN).withIdempotencyKey("once");

    assertThatThrownBy(() -> jobs().store.enqueue(spec, failing(new OutOfMemoryError("x"))))
        .isInstanceOf(EffectsFailedException.class)
        .hasCauseInstanceOf(OutOfMemoryError.class);

    assertThat(jobs().store.counts().total()).isZero();
    assertThat(jobs().store.enqueue(spec).created()).isTrue();
  }

  @Test
  default void anEndingThatThrowsTakesTheMoveBackToo() {
    AsyncJob running = jobs().running(JobSpec.of(NOTED));
    AsyncJob waiting = jobs().enqueue(JobSpec.of(NOTED));
    jobs().endingsThrow(new StackOverflowError("deep"));

    moves(running, waiting)
        .forEach(
            (name, move) -> {
              if (name.equals("complete") || name.equals("cancel running")) {
                return;
              }
              assertThatThrownBy(() -> move.apply(noting("must not stay")))
                  .as(name)
                  .isInstanceOf(EffectsFailedException.class)
                  .hasCauseInstanceOf(StackOverflowError.class);
              assertThat(jobs().now(running)).as(name).isEqualTo(running);
              assertThat(jobs().now(waiting)).as(name).isEqualTo(waiting);
            });
    assertThat(jobs().notes()).isEmpty();
  }

  @Test
  default void endingsRunWhereARunEndsWithoutSuccess() {
    AsyncJob failed = jobs().running(JobSpec.of(NOTED).withRetry(RetryPolicy.ONCE));
    AsyncJob retried = jobs().running(JobSpec.of(NOTED).withDelay(Duration.ZERO));
    AsyncJob dead = jobs().running(JobSpec.of(NOTED));
    AsyncJob cancelled = jobs().running(JobSpec.of(NOTED));
    AsyncJob waiting = jobs().enqueue(JobSpec.of(NOTED));
    jobs().store.requestCancel(cancelled.id(), "stop", noting("asked"));

    jobs().store.fail(failed.lease(), "broke", noting("own effects first"));
    jobs().store.fail(retried.lease(), "broke", Effects.none());
    jobs().store.endSession(dead.lease().session(), 0);
    jobs().store.release(cancelled.lease(), "stopped", Effects.none());
    jobs().store.requestCancel(waiting.id(), "not wanted", Effects.none());

    assertThat(jobs().notes())
        .containsExactly(
            "asked",
            "own effects first",
            failed.id() + " FAILED",
            retried.id() + " QUEUED",
            dead.id() + " QUEUED",
            cancelled.id() + " CANCELLED",
            waiting.id() + " CANCELLED");
  }

  @Test
  default void endingsDoNotRunForASuccessOrForATypeThatHasNone() {
    AsyncJob success = jobs().running(JobSpec.of(NOTED));
    AsyncJob plain = jobs().running(JobSpec.of(PLAIN));

    jobs().store.complete(success.lease(), Effects.none());
    jobs().store.fail(plain.lease(), "broke", Effects.none());

    assertThat(jobs().notes()).isEmpty();
  }

  @Test
  default void effectsSeeTheJobAsItWillBe() {
    List<AsyncJob> seen = new ArrayList<>();
    Effects look = unit -> seen.add(unit.job());

    AsyncJob queued = jobs().store.enqueue(JobSpec.of(PLAIN), look).job();
    SessionId session = jobs().session(1);
    AsyncJob running =
        JobStoreFixture.claimed(jobs().store.claim(session, ALL, 1, job -> look)).jobs().getFirst();
    AsyncJob asked = jobs().store.requestCancel(queued.id(), "stop", look).orThrow();
    AsyncJob ended = jobs().store.fail(running.lease(), "stopped", look).orThrow();

    assertThat(seen.stream().distinct()).containsExactly(queued, running, asked, ended);
  }

  @Test
  default void jobsEnqueuedByEffectsAreStoredWithTheMove() {
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));
    JobSpec next = JobSpec.of(PLAIN).withPayload("next").withPriority(3).withKeys("k");

    jobs().store.complete(job.lease(), unit -> unit.enqueue(next));

    AsyncJob follower = jobs().claimOne(jobs().session(1));
    assertThat(follower.spec()).isEqualTo(next);
    assertThat(follower.id()).isGreaterThan(job.id());
  }

  @Test
  default void effectsEnqueueAKnownIdempotencyKeyOnceWhereverItWasSeenBefore() {
    JobSpec own = JobSpec.of(NOTE).withPayload("own").withIdempotencyKey("own");
    JobSpec twice = JobSpec.of(NOTE).withPayload("twice").withIdempotencyKey("twice");
    JobSpec known = JobSpec.of(NOTE).withPayload("known").withIdempotencyKey("known");
    jobs().enqueue(known);

    jobs()
        .store
        .enqueue(
            own,
            unit -> {
              unit.enqueue(own);
              unit.enqueue(twice);
              unit.enqueue(twice);
              unit.enqueue(known);
            });

    assertThat(jobs().notes()).containsExactly("known", "own", "twice");
  }

  @Test
  default void effectsThatAreJoinedRunInOrderAndAsOne() {
    jobs().store.enqueue(JobSpec.of(PLAIN), noting("first").and(noting("second")));

    assertThat(jobs().notes()).containsExactly("first", "second");
    assertThatThrownBy(
            () ->
                jobs()
                    .store
                    .enqueue(
                        JobSpec.of(PLAIN),
                        noting("third").and(failing(new IllegalStateException()))))
        .isInstanceOf(EffectsFailedException.class);
    assertThat(jobs().notes()).containsExactly("first", "second");
  }

  @Test
  default void effectsThatCallTheStoreAreRefusedWhateverTheyCall() {
    JobStore store = jobs().store;
    AsyncJob job = jobs().running(JobSpec.of(PLAIN));
    SessionId session = job.lease().session();
    List<Consumer<JobStore>> calls =
        List.of(
            it -> it.enqueue(JobSpec.of(PLAIN)),
            it -> it.openSession(JobStoreFixture.request("w", 1), new JobStoreFixture.Deaf()),
            it -> it.claim(session, ALL, 1),
            it -> it.beat(session),
            it -> it.complete(job.lease(), Effects.none()),
            it -> it.requestCancel(job.id(), "stop", Effects.none()),
            JobStore::sessions,
            it -> it.endSession(session, 0),
            it -> it.closeSession(session),
            it -> it.get(job.id()),
            it -> it.list(JobQuery.newest(1)),
            JobStore::counts,
            it -> it.purge(Duration.ZERO, 1));

    for (Consumer<JobStore> call : calls) {
      assertThatThrownBy(() -> store.complete(job.lease(), unit -> call.accept(store)))
          .isInstanceOf(EffectsFailedException.class)
          .cause()
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Effects must not call the store");
    }
    assertThat(jobs().now(job)).isEqualTo(job);
    assertThat(store.complete(job.lease(), Effects.none()).accepted()).isTrue();
  }

  @Test
  default void aUnitIsOverWithItsMove() {
    AtomicReference<Effects.Unit> leaked = new AtomicReference<>();
    jobs().store.enqueue(JobSpec.of(PLAIN), leaked::set);

    assertThatThrownBy(() -> leaked.get().enqueue(JobSpec.of(NOTE)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has ended");
    assertThat(jobs().notes()).isEmpty();
  }
}
