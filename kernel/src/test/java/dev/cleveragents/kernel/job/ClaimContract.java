package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.ALL;
import static dev.cleveragents.kernel.job.JobStoreFixture.NOTED;
import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.claimed;
import static dev.cleveragents.kernel.job.JobStoreFixture.failing;
import static dev.cleveragents.kernel.job.JobStoreFixture.ids;
import static dev.cleveragents.kernel.job.JobStoreFixture.noting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

interface ClaimContract extends ContractPart {

  JobSpec SPEC = JobSpec.of(PLAIN);

  @Test
  default void aClaimStartsTheJobAndHandsItOut() {
    AsyncJob queued = jobs().enqueue(SPEC);
    SessionId session = jobs().session(1);
    jobs().advance(Duration.ofSeconds(5));

    AsyncJob running = jobs().claimOne(session);

    assertThat(running.status()).isEqualTo(AsyncJobStatus.RUNNING);
    assertThat(running.lease()).isEqualTo(new Lease(queued.id(), 1, session));
    assertThat(running.times().startedAt()).isEqualTo(queued.times().dueAt().plusSeconds(5));
    assertThat(jobs().now(queued)).isEqualTo(running);
    assertThat(jobs().claim(jobs().session(1), 1)).as("it is taken").isEmpty();
  }

  @Test
  default void theBestRankGoesFirstAndOfEqualRanksTheOldest() {
    AsyncJob old = jobs().enqueue(SPEC);
    jobs().advance(Duration.ofSeconds(30));
    AsyncJob low = jobs().enqueue(SPEC.withPriority(-1));
    AsyncJob middle = jobs().enqueue(SPEC);
    AsyncJob twin = jobs().enqueue(JobSpec.of(NOTED));
    AsyncJob high = jobs().enqueue(SPEC.withPriority(1));

    List<AsyncJob> claimed = jobs().claim(jobs().session(9), 9);

    assertThat(ids(claimed)).isEqualTo(ids(List.of(high, old, middle, twin, low)));
  }

  @Test
  default void waitingRaisesTheRankUntilNoJobOvertakes() {
    AsyncJob waiting = jobs().enqueue(SPEC);
    jobs().advance(Duration.ofSeconds(61));
    jobs().enqueue(SPEC.withPriority(1));

    assertThat(jobs().claim(jobs().session(1), 1)).first().returns(waiting.id(), AsyncJob::id);
  }

  @Test
  default void aReturnedJobKeepsItsPlace() {
    AsyncJob first = jobs().running(SPEC);
    jobs().advance(Duration.ofSeconds(1));
    jobs().enqueue(SPEC);
    jobs().store.release(first.lease(), "back", Effects.none());

    assertThat(jobs().claim(jobs().session(1), 1)).first().returns(first.id(), AsyncJob::id);
  }

  @Test
  default void aDelayedJobIsClaimedFromItsDueTimeOn() {
    SessionId session = jobs().session(3);
    AsyncJob delayed = jobs().enqueue(SPEC.withDelay(Duration.ofSeconds(10)));
    jobs().enqueue(SPEC.withDelay(Duration.ofSeconds(15)));

    assertNothingBut(session, Duration.ofSeconds(10));
    jobs().advance(Duration.ofMillis(9_999));
    assertNothingBut(session, Duration.ofMillis(1));
    jobs().advance(Duration.ofMillis(1));
    var claimed = claimed(jobs().store.claim(session, ALL, 3));
    assertThat(ids(claimed.jobs())).containsExactly(delayed.id());
    assertThat(claimed.nextDueIn()).isEqualTo(Duration.ofSeconds(5));
    jobs().advance(Duration.ofSeconds(5));
    assertThat(claimed(jobs().store.claim(session, ALL, 3)).nextDueIn()).isNull();
  }

  private void assertNothingBut(SessionId session, Duration nextDueIn) {
    var claimed = claimed(jobs().store.claim(session, ALL, 3));
    assertThat(claimed.jobs()).isEmpty();
    assertThat(claimed.nextDueIn()).isEqualTo(nextDueIn);
  }

  @Test
  default void aJobThatIsDueIsNotNextDueThoughTheSessionHasNoRoomForIt() {
    jobs().enqueue(SPEC.withDelay(Duration.ofSeconds(1)));
    SessionId session = jobs().session(1);
    jobs().advance(Duration.ofSeconds(1));

    assertThat(claimed(jobs().store.claim(session, ALL, 0)).nextDueIn()).isNull();
    jobs().claimOne(session);
    jobs().enqueue(SPEC.withDelay(Duration.ofSeconds(1)));
    jobs().advance(Duration.ofSeconds(2));
    assertThat(claimed(jobs().store.claim(session, ALL, 1)).nextDueIn()).isNull();
  }

  @Test
  default void aFilterNamesTheTypes() {
    AsyncJob plain = jobs().enqueue(SPEC);
    AsyncJob noted = jobs().enqueue(JobSpec.of(NOTED));
    SessionId session = jobs().session(9);

    assertThat(claimed(jobs().store.claim(session, ClaimFilter.ofTypes(), 9)).jobs()).isEmpty();
    assertThat(claimed(jobs().store.claim(session, ClaimFilter.ofTypes("other"), 9)).jobs())
        .isEmpty();
    assertThat(ids(claimed(jobs().store.claim(session, ClaimFilter.ofTypes(NOTED), 9)).jobs()))
        .containsExactly(noted.id());
    assertThat(ids(jobs().claim(session, 9))).containsExactly(plain.id());
  }

  @Test
  default void aFilterMayNameOneGroup() {
    AsyncJob none = jobs().enqueue(SPEC);
    AsyncJob mine = jobs().enqueue(SPEC.withGroup("mine"));
    AsyncJob mineToo = jobs().enqueue(JobSpec.of(NOTED).withGroup("mine"));
    AsyncJob other = jobs().enqueue(SPEC.withGroup("other"));
    SessionId session = jobs().session(9);

    ClaimFilter onlyMine = new ClaimFilter(Set.of(PLAIN, NOTED), "mine");
    assertThat(ids(claimed(jobs().store.claim(session, onlyMine, 9)).jobs()))
        .containsExactly(mine.id(), mineToo.id());
    assertThat(ids(jobs().claim(session, 9))).containsExactly(none.id(), other.id());
  }

  @Test
  default void noMoreThanTheLimitAreClaimed() {
    jobs().enqueue(5, SPEC);
    SessionId session = jobs().session(9);

    assertThat(jobs().claim(session, 0)).isEmpty();
    assertThat(jobs().claim(session, 2)).hasSize(2);
    assertThat(jobs().claim(session, 9)).hasSize(3);
  }

  @Test
  default void noMoreThanTheCapacityRunAtOnce() {
    jobs().enqueue(5, SPEC);
    SessionId session = jobs().session(2);

    List<AsyncJob> claimed = jobs().claim(session, 9);
    assertThat(claimed).hasSize(2);
    assertThat(jobs().claim(session, 9)).isEmpty();
    jobs().store.complete(claimed.getFirst().lease(), Effects.none());
    assertThat(jobs().claim(session, 9)).hasSize(1);
  }

  @Test
  default void aSessionThatIsOverOrUnknownClaimsNothing() {
    AsyncJob job = jobs().enqueue(SPEC);
    SessionId closed = jobs().session(1);
    jobs().store.closeSession(closed);
    SessionId unknown = new SessionId(new Ulid(1, 1));

    for (SessionId session : List.of(closed, unknown)) {
      assertThat(jobs().store.claim(session, ALL, 1)).isEqualTo(new ClaimResult.SessionOver());
    }
    assertThat(jobs().now(job)).isEqualTo(job);
  }

  @Test
  default void theEffectsOfAStartAreStoredWithIt() {
    AsyncJob job = jobs().enqueue(SPEC);

    jobs().store.claim(jobs().session(1), ALL, 1, running -> noting("start " + running.lease()));

    assertThat(jobs().notes()).containsExactly("start " + job.id() + "#1");
  }

  @Test
  default void aJobWhoseStartEffectsThrowIsPostponedAndTheClaimContinues() {
    AsyncJob bad = jobs().enqueue(SPEC.withKeys("k"));
    AsyncJob good = jobs().enqueue(SPEC.withKeys("k"));
    SessionId session = jobs().session(1);

    var claimed =
        claimed(
            jobs()
                .store
                .claim(
                    session,
                    ALL,
                    1,
                    job ->
                        job.id().equals(bad.id())
                            ? failing(new IllegalStateException("no sandbox"))
                            : Effects.none()));

    AsyncJob later = jobs().now(bad);
    assertThat(ids(claimed.jobs())).containsExactly(good.id());
    assertThat(claimed.postponed()).containsExactly(later);
    assertThat(claimed.nextDueIn()).isEqualTo(bad.spec().retry().maxWait());
    assertThat(later)
        .isEqualTo(JobProtocol.postpone(bad, String.valueOf(later.message()), bad.times().dueAt()));
    assertThat(later.message()).contains("no sandbox");
    assertThat(jobs().notes()).isEmpty();

    jobs().store.complete(claimed.jobs().getFirst().lease(), Effects.none());
    assertThat(jobs().claim(session, 1)).as("not due yet").isEmpty();
    jobs().advance(bad.spec().retry().maxWait());
    assertThat(jobs().claimOne(session).lease()).isEqualTo(new Lease(bad.id(), 1, session));
  }

  @Test
  default void aStartThatCannotEvenSayItsEffectsIsPutOffToo() {
    AsyncJob job = jobs().enqueue(SPEC.withRetry(new RetryPolicy(3, Duration.ZERO, Duration.ZERO)));

    var claimed =
        claimed(
            jobs()
                .store
                .claim(
                    jobs().session(1),
                    ALL,
                    1,
                    running -> {
                      throw new StackOverflowError("deep");
                    }));

    assertThat(claimed.jobs()).isEmpty();
    assertThat(ids(claimed.postponed())).containsExactly(job.id());
    assertThat(jobs().now(job).message()).contains("deep");
  }

  @Test
  default void ifEveryStartFailsAClaimPostponesAHundredJobsAndNotTheWholeQueue() {
    jobs().enqueue(107, SPEC);
    SessionId session = jobs().session(9);

    var claimed =
        claimed(
            jobs()
                .store
                .claim(session, ALL, 3, job -> failing(new IllegalStateException("no disk"))));

    assertThat(claimed.jobs()).isEmpty();
    assertThat(claimed.postponed()).hasSize(100);
    assertThat(jobs().claim(session, 9)).as("the others are as they were").hasSize(7);
  }
}
