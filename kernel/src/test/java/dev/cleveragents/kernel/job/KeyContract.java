package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.ALL;
import static dev.cleveragents.kernel.job.JobStoreFixture.NOTED;
import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.POOL;
import static dev.cleveragents.kernel.job.JobStoreFixture.claimed;
import static dev.cleveragents.kernel.job.JobStoreFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.store.ClaimFilter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

interface KeyContract extends ContractPart {

  JobSpec KEYED = JobSpec.of(PLAIN).withKeys("k");

  @Test
  default void oneJobAtATimeHoldsAKeyAndItIsFreeHoweverTheRunEnds() {
    Map<String, Consumer<AsyncJob>> ends =
        Map.of(
            "success", job -> jobs().store.complete(job.lease(), Effects.none()),
            "failure", job -> jobs().store.fail(job.lease(), "broke", Effects.none()),
            "release", job -> jobs().store.release(job.lease(), "later", Effects.none()),
            "death", job -> jobs().store.endSession(job.lease().session(), 0),
            "closing", job -> jobs().store.closeSession(job.lease().session()));

    ends.forEach(
        (name, end) -> {
          JobSpec spec = JobSpec.of(PLAIN).withKeys(name);
          AsyncJob holder = jobs().running(spec);
          AsyncJob next = jobs().enqueue(spec.withPriority(9));
          SessionId other = jobs().session(1);

          assertThat(jobs().claim(other, 1)).as(name).isEmpty();
          end.accept(holder);
          assertThat(ids(jobs().claim(other, 1))).as(name).containsExactly(next.id());
        });
  }

  @Test
  default void aRunningJobThatIsToBeCancelledKeepsItsKey() {
    AsyncJob holder = jobs().running(KEYED);
    jobs().enqueue(KEYED);
    SessionId other = jobs().session(1);

    jobs().store.requestCancel(holder.id(), "stop", Effects.none());
    assertThat(jobs().claim(other, 1)).isEmpty();
    jobs().store.fail(holder.lease(), "stopped", Effects.none());
    assertThat(jobs().claim(other, 1)).hasSize(1);
  }

  @Test
  default void cancellingAWaitingJobFreesNothingThatItDoesNotHold() {
    jobs().running(KEYED);
    AsyncJob waiting = jobs().enqueue(KEYED);
    jobs().enqueue(KEYED);

    jobs().store.requestCancel(waiting.id(), "not wanted", Effects.none());
    assertThat(jobs().claim(jobs().session(2), 2)).isEmpty();
  }

  @Test
  default void aJobBehindABusyKeyDelaysNoOther() {
    jobs().running(KEYED);
    jobs().enqueue(3, KEYED.withPriority(9));
    AsyncJob free = jobs().enqueue(JobSpec.of(PLAIN));
    AsyncJob elsewhere = jobs().enqueue(JobSpec.of(PLAIN).withKeys("other"));

    assertThat(ids(jobs().claim(jobs().session(9), 9))).containsExactly(free.id(), elsewhere.id());
  }

  @Test
  default void oneClaimTakesAKeyOnce() {
    List<AsyncJob> jobs = jobs().enqueue(3, KEYED);
    AsyncJob free = jobs().enqueue(JobSpec.of(PLAIN));

    assertThat(ids(jobs().claim(jobs().session(9), 9)))
        .containsExactly(jobs.getFirst().id(), free.id());
  }

  @Test
  default void aJobStartsWhenAllItsKeysAreFree() {
    AsyncJob holdsA = jobs().running(JobSpec.of(PLAIN).withKeys("a"));
    AsyncJob holdsB = jobs().running(JobSpec.of(PLAIN).withKeys("b"));
    AsyncJob both = jobs().enqueue(JobSpec.of(PLAIN).withKeys("a", "b"));
    SessionId session = jobs().session(2);

    assertThat(jobs().claim(session, 2)).isEmpty();
    jobs().store.complete(holdsA.lease(), Effects.none());
    assertThat(jobs().claim(session, 2)).isEmpty();
    AsyncJob onlyA = jobs().enqueue(JobSpec.of(PLAIN).withKeys("a"));
    assertThat(ids(jobs().claim(session, 2)))
        .as("a job that still waits for b reserves nothing")
        .containsExactly(onlyA.id());
    jobs().store.complete(holdsB.lease(), Effects.none());
    assertThat(jobs().claim(session, 2)).isEmpty();
    jobs().store.complete(jobs().now(onlyA).lease(), Effects.none());
    assertThat(ids(jobs().claim(session, 2))).containsExactly(both.id());
  }

  @Test
  default void aPoolIsHeldByAsManyAsItsLimitSays() {
    List<AsyncJob> jobs = jobs().enqueue(5, JobSpec.of(PLAIN).withKeys(POOL));
    SessionId session = jobs().session(9);

    List<AsyncJob> three = jobs().claim(session, 9);
    assertThat(ids(three)).isEqualTo(ids(jobs.subList(0, 3)));
    assertThat(jobs().claim(session, 9)).isEmpty();
    jobs().store.complete(three.get(1).lease(), Effects.none());
    assertThat(ids(jobs().claim(session, 9))).containsExactly(jobs.get(3).id());
  }

  @Test
  default void aKeyCanCarryALimitOfItsOwn() {
    jobs().enqueue(5, JobSpec.of(PLAIN).withKeys(KeyLimits.pool("own", 2)));
    jobs().enqueue(5, JobSpec.of(PLAIN).withKeys("pool:none:own"));

    assertThat(jobs().claim(jobs().session(20), 20)).hasSize(3);
  }

  @Test
  default void aKeyIsTheSameForAllTypesGroupsAndSessions() {
    jobs().running(KEYED.withGroup("one"));
    jobs().enqueue(JobSpec.of(NOTED).withKeys("k").withGroup("two"));

    assertThat(jobs().claim(jobs().session(1), 1)).isEmpty();
    ClaimFilter group = new ClaimFilter(Set.of(NOTED), "two");
    assertThat(claimed(jobs().store.claim(jobs().session(1), group, 1)).jobs()).isEmpty();
    assertThat(claimed(jobs().another().claim(jobs().session(1), ALL, 1)).jobs()).isEmpty();
  }

  /** The one that is ready meanwhile was put in its place before the better one came. */
  @Test
  default void theBestOfThoseThatWaitForAKeyGoesNextHoweverTheOthersCameToWait() {
    SessionId session = jobs().session(9);
    jobs().enqueue(JobSpec.of(PLAIN).withKeys("b"));
    AsyncJob holdsB = jobs().claimOne(session);
    AsyncJob both = jobs().enqueue(JobSpec.of(PLAIN).withKeys("a", "b"));
    jobs().store.complete(holdsB.lease(), Effects.none());
    jobs().enqueue(JobSpec.of(PLAIN).withKeys("a").withPriority(-1));
    AsyncJob holdsBoth = jobs().claim(session, 1).getFirst();
    assertThat(holdsBoth.id()).isEqualTo(both.id());

    AsyncJob best = jobs().enqueue(JobSpec.of(PLAIN).withKeys("a").withPriority(5));
    jobs().store.complete(holdsBoth.lease(), Effects.none());

    assertThat(ids(jobs().claim(session, 1))).containsExactly(best.id());
  }

  @Test
  default void aJobThatNoWorkerAsksForKeepsNoOtherFromAFreeKey() {
    jobs().enqueue(JobSpec.of(NOTED).withKeys("k").withPriority(5));
    jobs().enqueue(KEYED.withGroup("one").withPriority(4));
    AsyncJob asked = jobs().enqueue(KEYED.withGroup("two"));
    AsyncJob plain = jobs().enqueue(KEYED);
    SessionId session = jobs().session(9);

    ClaimFilter group = new ClaimFilter(Set.of(PLAIN), "two");
    AsyncJob first = claimed(jobs().store.claim(session, group, 9)).jobs().getFirst();
    assertThat(first.id()).isEqualTo(asked.id());
    jobs().store.complete(first.lease(), Effects.none());
    assertThat(ids(claimed(jobs().store.claim(session, ALL, 1)).jobs())).doesNotContain(plain.id());
  }
}
