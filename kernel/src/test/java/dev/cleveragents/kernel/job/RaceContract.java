package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.ALL;
import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.POOL;
import static dev.cleveragents.kernel.job.JobStoreFixture.claimed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.MoveResult.Moved;
import dev.cleveragents.kernel.job.MoveResult.Reason;
import dev.cleveragents.kernel.job.MoveResult.Refused;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionEnd;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;

/** What must hold when two want to move the same job at the same time. */
interface RaceContract extends ContractPart {

  int THREADS = 4;
  int FOLLOWERS = 20;
  JobSpec JOB = JobSpec.of(PLAIN);

  @Test
  default void ofManyClaimersExactlyOneGetsEachJob() {
    int count = 8;
    List<SessionId> sessions = sessions(THREADS, count);
    try (ConcurrentCalls together = new ConcurrentCalls(THREADS)) {
      for (int round = 0; round < rounds(); round++) {
        List<AsyncJob> queued = jobs().enqueue(count, JOB);

        List<Callable<List<AsyncJob>>> claimers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          SessionId session = sessions.get(i);
          JobStore store = i % 2 == 0 ? jobs().store : jobs().another();
          int limit = 1 + i;
          claimers.add(() -> claimAll(store, session, limit));
        }
        List<AsyncJob> claimed = together.run(claimers).stream().flatMap(List::stream).toList();

        assertThat(JobStoreFixture.ids(claimed))
            .containsExactlyInAnyOrderElementsOf(JobStoreFixture.ids(queued));
        claimed.forEach(job -> complete(job));
      }
    }
  }

  private List<SessionId> sessions(int count, int capacity) {
    List<SessionId> sessions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sessions.add(jobs().session(capacity));
    }
    return sessions;
  }

  private static List<AsyncJob> claimAll(JobStore store, SessionId session, int limit) {
    List<AsyncJob> all = new ArrayList<>();
    for (List<AsyncJob> some = claimed(store.claim(session, ALL, limit)).jobs();
        !some.isEmpty();
        some = claimed(store.claim(session, ALL, limit)).jobs()) {
      all.addAll(some);
    }
    return all;
  }

  private void complete(AsyncJob job) {
    assertThat(jobs().store.complete(job.lease(), Effects.none()).accepted()).isTrue();
  }

  @Test
  default void theCapacityOfASessionIsExactThoughManyThreadsClaimForIt() {
    SessionId session = jobs().session(3);
    jobs().enqueue(THREADS * 2, JOB);
    try (ConcurrentCalls together = new ConcurrentCalls(THREADS)) {
      for (int round = 0; round < rounds(); round++) {
        Callable<List<AsyncJob>> claimer = () -> jobs().claim(session, 2);

        List<AsyncJob> claimed =
            together.run(Collections.nCopies(THREADS, claimer)).stream()
                .flatMap(List::stream)
                .toList();

        assertThat(claimed).hasSize(3);
        claimed.forEach(job -> jobs().store.release(job.lease(), "again", Effects.none()));
      }
    }
  }

  /** Counted from the answer of the claim to the call of the finish: surely held in between. */
  @Test
  default void noKeyIsHeldByMoreThanItsLimitThoughManyClaim() {
    KeyLimits limits = new KeyLimits(Map.of(POOL, 3));
    List<List<String>> needs =
        List.of(List.of("a"), List.of("b"), List.of("a", "b"), List.of(POOL), List.of("a", POOL));
    needs.forEach(keys -> jobs().enqueue(3, JOB.withKeys(keys.toArray(String[]::new))));
    Map<String, AtomicInteger> holders = new ConcurrentHashMap<>();
    AtomicBoolean overheld = new AtomicBoolean();

    try (ConcurrentCalls together = new ConcurrentCalls(THREADS)) {
      Callable<Integer> worker =
          () -> {
            SessionId session = jobs().session(2);
            int runs = 0;
            for (int i = 0; i < rounds(); i++) {
              List<AsyncJob> claimed = jobs().claim(session, 2);
              for (AsyncJob job : claimed) {
                for (String key : job.spec().keys()) {
                  if (holdersOf(holders, key).incrementAndGet() > limits.of(key)) {
                    overheld.set(true);
                  }
                }
              }
              for (AsyncJob job : claimed) {
                job.spec().keys().forEach(key -> holdersOf(holders, key).decrementAndGet());
                jobs().store.release(job.lease(), "again", Effects.none());
                runs++;
              }
            }
            return runs;
          };
      List<Integer> runs = together.run(Collections.nCopies(THREADS, worker));
      assertThat(runs.stream().mapToInt(Integer::intValue).sum()).isGreaterThan(rounds());
    }
    assertThat(overheld).isFalse();
  }

  private static AtomicInteger holdersOf(Map<String, AtomicInteger> holders, String key) {
    return holders.computeIfAbsent(key, k -> new AtomicInteger());
  }

  @Test
  default void aCancelBesideAClaimEitherPreventsTheStartOrIsStoredForTheOwner() {
    SessionId session = jobs().session(rounds());
    try (ConcurrentCalls together = new ConcurrentCalls(2)) {
      for (int round = 0; round < rounds(); round++) {
        AsyncJob job = jobs().enqueue(JOB);

        List<Object> answers =
            together.run(
                List.of(
                    () -> jobs().claim(session, 1),
                    () -> jobs().another().requestCancel(job.id(), "stop", Effects.none())));

        List<?> claimed = (List<?>) answers.get(0);
        assertThat(((MoveResult) answers.get(1)).accepted()).as("a cancel is never lost").isTrue();
        assertThat(jobs().now(job).cancelReason()).isEqualTo("stop");
        assertThat(jobs().now(job).status())
            .isEqualTo(claimed.isEmpty() ? AsyncJobStatus.CANCELLED : AsyncJobStatus.RUNNING);
      }
    }
  }

  @Test
  default void aFinishBesideTheEndOfItsSessionCountsOnce() {
    try (ConcurrentCalls together = new ConcurrentCalls(2)) {
      for (int round = 0; round < rounds(); round++) {
        AsyncJob job = jobs().running(JOB.withPayload("round " + round));

        List<Object> answers =
            together.run(
                List.of(
                    () -> jobs().store.complete(job.lease(), JobStoreFixture.noting("done")),
                    () -> jobs().another().endSession(job.lease().session(), 0)));

        boolean finished = ((MoveResult) answers.get(0)).accepted();
        SessionEnd end = (SessionEnd) answers.get(1);
        AsyncJob after = jobs().now(job);
        assertThat(end.ended()).isTrue();
        assertThat(end.recovered()).hasSize(finished ? 0 : 1);
        assertThat(after.status())
            .isEqualTo(finished ? AsyncJobStatus.SUCCEEDED : AsyncJobStatus.QUEUED);
        assertThat(after.attempts()).isEqualTo(finished ? 0 : 1);
        if (!finished) {
          assertThat(answers.get(0)).isEqualTo(new Refused(Reason.LEASE_OVER, after));
          jobs().store.requestCancel(job.id(), "out of the way", Effects.none());
        }
      }
    }
    assertThat(jobs().store.sessions()).isEmpty();
    assertThat(jobs().store.list(JobQuery.newest(10_000).withType(JobStoreFixture.NOTE)))
        .hasSize(jobs().store.counts().of(AsyncJobStatus.SUCCEEDED));
  }

  @Test
  default void aBeatBesideTheEndOfItsSessionEitherSavesItOrHearsOfIt() {
    try (ConcurrentCalls together = new ConcurrentCalls(2)) {
      for (int round = 0; round < rounds(); round++) {
        SessionId session = jobs().session(1);

        List<Object> answers =
            together.run(
                List.of(
                    () -> jobs().store.beat(session),
                    () -> jobs().another().endSession(session, 0)));

        boolean alive = answers.get(0) instanceof HeartbeatReply.Alive;
        assertThat(((SessionEnd) answers.get(1)).ended()).isEqualTo(!alive);
        assertThat(jobs().store.sessions()).hasSize(alive ? 1 : 0);
        jobs().store.closeSession(session);
      }
    }
  }

  @Test
  default void ofManyWhoFinishOneRunOrCancelOneJobExactlyOneDoes() {
    try (ConcurrentCalls together = new ConcurrentCalls(THREADS)) {
      for (int round = 0; round < rounds(); round++) {
        AsyncJob job = jobs().running(JOB);
        Callable<MoveResult> cancel =
            () -> jobs().store.requestCancel(job.id(), "stop", Effects.none());
        Callable<MoveResult> finish = () -> jobs().another().complete(job.lease(), Effects.none());

        assertThat(together.run(Collections.nCopies(THREADS, cancel))).haveExactly(1, moved());
        assertThat(together.run(Collections.nCopies(THREADS, finish))).haveExactly(1, moved());
        jobs().store.closeSession(job.lease().session());
      }
    }
  }

  private static Condition<MoveResult> moved() {
    return new Condition<>(Moved.class::isInstance, "moved");
  }

  /** A reader that finds a job done finds what was enqueued with that, too. */
  @Test
  default void aMoveAndItsEffectsAreSeenTogether() {
    JobSpec next = JobSpec.of("next");
    try (ConcurrentCalls together = new ConcurrentCalls(2)) {
      for (int round = 0; round < rounds(); round++) {
        AsyncJob job = jobs().running(JOB);

        List<Boolean> whole =
            together.run(
                List.of(
                    () -> jobs().store.complete(job.lease(), enqueueAll(next)).accepted(),
                    () -> seenWhole(job)));

        assertThat(whole).containsExactly(true, true);
        jobs().store.closeSession(job.lease().session());
      }
    }
  }

  private static Effects enqueueAll(JobSpec next) {
    return unit -> IntStream.range(0, FOLLOWERS).forEach(i -> unit.enqueue(next));
  }

  private boolean seenWhole(AsyncJob job) {
    JobStore reader = jobs().another();
    JobQuery newest = JobQuery.newest(1 + FOLLOWERS);
    List<AsyncJob> seen = reader.list(newest);
    while (seen.getFirst().equals(job)) {
      seen = reader.list(newest);
    }
    AsyncJob done = seen.getLast();
    return done.id().equals(job.id())
        && done.status() == AsyncJobStatus.SUCCEEDED
        && reader.get(job.id()).equals(Optional.of(done));
  }
}
