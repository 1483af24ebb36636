package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.worker.WorkerConfig.ClosingTiming;
import dev.cleveragents.kernel.worker.WorkerHealthReport.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Beats, fences, dead sessions and their recovery, on a clock that the test moves. */
class SessionLifeTest {

  private static final Duration LEASE = WorkerConfig.defaults().session().lease();
  private static final Duration FENCE = WorkerConfig.defaults().session().fenceAfter();

  private final ManualTime time = new ManualTime();
  private final InMemoryJobStore store =
      new InMemoryJobStore(
          JobSettings.DEFAULTS, new UlidGenerator(time, new Random(1)), time, new Random(2));
  private final ActiveRuns runs = new ActiveRuns();
  private final WorkerHealth health = new WorkerHealth(time);
  private final CountDownLatch letGo = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    letGo.countDown();
  }

  @Test
  void theFenceFallsSomeTimeAfterTheLastAnsweredBeatWasSent() {
    AtomicInteger answers = new AtomicInteger(1);
    Heartbeat heart = heart(losing("beat", answers));
    heart.open(() -> {});
    JobRun run = claimed(heart);
    time.advance(Duration.ofSeconds(3));
    heart.beat(() -> {});
    time.advance(FENCE.minusMillis(1));
    assertThat(run.token().isCancelled()).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(run.token().cause().orElseThrow().kind())
        .isEqualTo(CancellationCause.Kind.LEASE_LOST);
    assertThat(run.abandoned().isCancelled()).isFalse();
    assertThat(heart.session()).isNull();
    assertThat(heart.isFenced()).isTrue();

    answers.set(1);
    heart.beat(() -> {});
    assertThat(heart.isFenced()).isFalse();
    assertThat(heart.session()).isNotNull();
  }

  @Test
  void thePollLoopIsWokenWhenTheFenceLiftsOrASessionIsReplaced() {
    AtomicInteger answers = new AtomicInteger(1);
    AtomicInteger woken = new AtomicInteger();
    Heartbeat heart = heart(losing("beat", answers));
    heart.open(woken::incrementAndGet);
    heart.beat(woken::incrementAndGet);
    assertThat(woken).hasValue(0);

    time.advance(FENCE);
    assertThat(heart.isFenced()).isTrue();
    answers.set(3);
    heart.beat(woken::incrementAndGet);
    assertThat(woken).hasValue(1);
    heart.beat(woken::incrementAndGet);
    assertThat(woken).hasValue(1);

    SessionId present = Objects.requireNonNull(heart.session());
    store.endSession(present, store.sessions().getFirst().beat());
    heart.beat(woken::incrementAndGet);
    assertThat(heart.session()).isNotNull().isNotEqualTo(present);
    assertThat(woken).hasValue(2);
  }

  @Test
  void theFenceCountsFromSendingNotFromTheAnswer() {
    Heartbeat heart =
        heart(
            StoreWithFaults.around(
                store,
                (method, call) -> {
                  Object answer = call.call();
                  if (method.equals("beat")) {
                    time.advance(Duration.ofSeconds(5));
                  }
                  return answer;
                }));
    heart.open(() -> {});
    JobRun run = claimed(heart);
    heart.beat(() -> {});
    time.advance(FENCE.minusSeconds(5).minusMillis(1));
    assertThat(run.token().isCancelled()).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(run.token().isCancelled()).isTrue();
  }

  @Test
  void wallClockJumpsNeitherFenceNorKill() {
    Heartbeat heart = heart(store);
    heart.open(() -> {});
    JobRun run = claimed(heart);
    Heartbeat other = heart(store, new ActiveRuns());
    other.open(() -> {});
    for (int i = 0; i < 20; i++) {
      time.jumpWallClock(i % 2 == 0 ? Duration.ofDays(400) : Duration.ofDays(-800));
      time.advance(Duration.ofSeconds(1));
      heart.beat(() -> {});
      other.beat(() -> {});
      other.observe();
    }
    assertThat(run.token().isCancelled()).isFalse();
    assertThat(store.sessions()).hasSize(2);
  }

  @Test
  void aSessionThatWasEndedIsReplacedAndItsRunsAreAbandoned() {
    Heartbeat heart = heart(store);
    heart.open(() -> {});
    JobRun run = claimed(heart);
    SessionId first = run.lease().session();
    store.endSession(first, 0);
    heart.beat(() -> {});
    assertThat(run.token().cause().orElseThrow().kind())
        .isEqualTo(CancellationCause.Kind.LEASE_LOST);
    assertThat(run.abandoned().isCancelled()).isTrue();
    assertThat(heart.session()).isNotNull().isNotEqualTo(first);
    assertThat(heart.isCurrent(first)).isFalse();
    assertThat(store.complete(run.lease(), Effects.none()).accepted()).isFalse();
  }

  @Test
  void aCancelIsHeardAtOnceAndNotOnlyWithTheNextBeat() {
    Heartbeat heart = heart(store);
    heart.open(() -> {});
    JobRun run = claimed(heart);
    store.requestCancel(run.job().id(), "at once", Effects.none());
    assertThat(run.token().cause().orElseThrow().reason()).isEqualTo("at once");
  }

  @Test
  void aBeatBringsTheCancelsWhoseHintWasLost() {
    Heartbeat heart = heart(store);
    heart.open(() -> {});
    JobRun run = claimed(heart);
    runs.remove(run);
    store.requestCancel(run.job().id(), "lost hint", Effects.none());
    assertThat(runs.add(run)).isTrue();
    assertThat(run.token().isCancelled()).isFalse();
    heart.beat(() -> {});
    assertThat(run.token().cause().orElseThrow().reason()).isEqualTo("lost hint");
  }

  @Test
  void aJobWhoseClaimWasNeverAnsweredIsGivenBackByTheNextBeat() {
    Heartbeat heart = heart(store);
    heart.open(() -> {});
    JobRun known = claimed(heart);
    JobId orphan = enqueue();
    store.claim(known.lease().session(), ClaimFilter.ofTypes("work"), 1);
    long claim = runs.claimBegins();
    heart.beat(() -> {});
    assertThat(status(orphan)).isEqualTo(AsyncJobStatus.RUNNING);
    runs.claimAnswered(claim);
    heart.beat(() -> {});
    assertThat(status(orphan)).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(status(known.job().id())).isEqualTo(AsyncJobStatus.RUNNING);
  }

  @Test
  void itIsGivenBackAlsoIfSomeClaimIsUnderWayAtEveryBeat() {
    Heartbeat heart = heart(store);
    heart.open(() -> {});
    SessionId session = claimed(heart).lease().session();
    JobId orphan = enqueue();
    store.claim(session, ClaimFilter.ofTypes("work"), 1);
    long first = runs.claimBegins();
    heart.beat(() -> {});
    runs.claimBegins();
    heart.beat(() -> {});
    assertThat(status(orphan)).as("the first may bring it").isEqualTo(AsyncJobStatus.RUNNING);
    runs.claimAnswered(first);
    heart.beat(() -> {});
    assertThat(status(orphan)).isEqualTo(AsyncJobStatus.QUEUED);
  }

  @Test
  void aCancelThatOvertookItsClaimIsForgottenWhenTheClaimsOfThatMomentAreAnswered() {
    Heartbeat heart = heart(store);
    heart.open(() -> {});
    JobRun run = claimed(heart);
    runs.remove(run);
    long first = runs.claimBegins();
    runs.cancel(run.lease(), CancellationCause.requested("early"));
    runs.claimBegins();
    runs.claimAnswered(first);

    assertThat(runs.add(run)).isTrue();
    assertThat(run.token().isCancelled()).isFalse();
  }

  @Test
  void aDeadSessionsJobsAreBackWithinFifteenSeconds() {
    Heartbeat dead = heart(store);
    dead.open(() -> {});
    JobRun run = claimed(dead);
    Heartbeat observer = heart(store, new ActiveRuns());
    observer.open(() -> {});
    Duration passed = Duration.ZERO;
    Duration step = WorkerConfig.defaults().session().beatEvery();
    while (status(run.job().id()) == AsyncJobStatus.RUNNING) {
      assertThat(passed).isLessThan(Duration.ofSeconds(15));
      observer.beat(() -> {});
      observer.observe();
      time.advance(step);
      passed = passed.plus(step);
    }
    assertThat(passed).isGreaterThanOrEqualTo(LEASE);
    assertThat(status(run.job().id())).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(health.report("w", WorkerState.RUNNING, 1, 0).count(Tally.RECOVERED)).isEqualTo(1);
  }

  @Test
  void anObserverThatWasItselfFrozenEndsNoSession() {
    SessionObserver observer = new SessionObserver(LEASE, "here");
    WorkerSession quiet = session("here", ProcessHandle.current().pid(), false, 7);
    assertThat(observer.dead(List.of(quiet), null, 0)).isEmpty();
    long afterTheFreeze = LEASE.multipliedBy(5).toNanos();
    assertThat(observer.dead(List.of(quiet), null, afterTheFreeze)).isEmpty();
    assertThat(observer.dead(List.of(quiet), null, afterTheFreeze + 1)).containsExactly(quiet);
  }

  @Test
  void aProcessThatIsGoneOrASessionThatIsOverNeedsNoWaiting() {
    SessionObserver observer = new SessionObserver(LEASE, "here");
    long unused = 1L << 40;
    WorkerSession gone = session("here", unused, false, 1);
    WorkerSession elsewhere = session("there", unused, false, 1);
    WorkerSession over = session("there", 1, true, 1);
    assertThat(observer.dead(List.of(gone, elsewhere, over), null, 0)).containsExactly(gone, over);
    assertThat(observer.dead(List.of(gone), gone.id(), 0)).isEmpty();
  }

  @Test
  void aSessionOpenedTwiceAtOnceIsOpenedOnce() {
    AtomicReference<Heartbeat> heart = new AtomicReference<>();
    AtomicInteger opened = new AtomicInteger();
    heart.set(
        heart(
            StoreWithFaults.around(
                store,
                (method, call) -> {
                  Object answer = call.call();
                  if (method.equals("openSession") && opened.getAndIncrement() == 0) {
                    heart.get().open(() -> {});
                  }
                  return answer;
                })));
    heart.get().open(() -> {});
    assertThat(opened.get()).isEqualTo(2);
    assertThat(store.sessions()).hasSize(1);
    assertThat(heart.get().session()).isEqualTo(store.sessions().getFirst().id());
  }

  @Test
  void aStoppedHeartSetsNoAlarmAndOpensNothing() {
    Heartbeat heart = heart(store);
    heart.open(() -> {});
    assertThat(time.pendingAlarms()).isEqualTo(1);
    assertThat(heart.stop()).isNotNull();
    heart.beat(() -> {});
    assertThat(time.pendingAlarms()).isZero();
    assertThat(heart.session()).isNull();
    Heartbeat neverOpened = heart(store);
    neverOpened.stop();
    neverOpened.open(() -> {});
    assertThat(store.sessions()).hasSize(1);
  }

  @Test
  void aWorkerWhoseSessionIsEndedStopsItsBodyAndOpensANewSession() throws Exception {
    try (WorkerFixture shop = new WorkerFixture()) {
      AtomicInteger runsOfBody = new AtomicInteger();
      CountDownLatch running = new CountDownLatch(1);
      AsyncWorker worker =
          shop.worker(
                  WorkerFixture.CONFIG
                      .withSession(WorkerFixture.beatingEvery(Duration.ofMillis(5)))
                      .withClosing(new ClosingTiming(Duration.ZERO, Duration.ofSeconds(5))),
                  job -> {
                    if (runsOfBody.incrementAndGet() == 1) {
                      running.countDown();
                      Scope.current().token().await(Duration.ofMinutes(1));
                    }
                    return Effects.none();
                  })
              .start();
      JobId id = shop.enqueue(JobSpec.of(WorkerFixture.TYPE));
      assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
      shop.store.closeSession(shop.job(id).lease().session());
      shop.awaitStatus(id, AsyncJobStatus.SUCCEEDED);
      assertThat(runsOfBody.get()).isEqualTo(2);
      assertThat(shop.job(id).leases()).isEqualTo(2);
      WorkerFixture.eventually().until(() -> worker.health().running() == 0);
      assertThat(worker.health().count(Tally.SUCCEEDED)).isEqualTo(1);
      assertThat(worker.health().count(Tally.REFUSED)).isEqualTo(1);
    }
  }

  @Test
  void aFencedWorkerSaysSoAndClaimsNothing() {
    WorkerEnvironment environment =
        new WorkerEnvironment(ThreadFactories.standard(), time, time, WorkerFixture.HERE);
    try (AsyncWorker worker =
        new AsyncWorker(
            store, Map.of("work", WorkerFixture::nothing), WorkerConfig.defaults(), environment)) {
      assertThat(worker.poll()).isZero();
      enqueue();
      time.advance(FENCE);
      assertThat(worker.poll()).isZero();
      assertThat(worker.health().state()).isEqualTo(WorkerState.NEW);
      assertThat(worker.health().sinceBeat()).isEqualTo(FENCE);
    }
  }

  @Test
  void aJobWhoseClaimIsAnsweredBehindTheFenceIsGivenBackUnstarted() {
    JobStore slow =
        StoreWithFaults.around(
            store,
            (method, call) -> {
              Object answer = call.call();
              if (method.equals("claim")) {
                time.advance(FENCE);
              }
              return answer;
            });
    JobBody body =
        job -> {
          throw new AssertionError("must not run");
        };
    WorkerEnvironment environment =
        new WorkerEnvironment(ThreadFactories.standard(), time, time, WorkerFixture.HERE);
    WorkerConfig inline = WorkerConfig.defaults().withExecution(WorkerConfig.Execution.INLINE);
    JobId id = enqueue();
    try (AsyncWorker worker = new AsyncWorker(slow, Map.of("work", body), inline, environment)) {
      assertThat(worker.poll()).isEqualTo(1);
    }
    assertThat(status(id)).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(store.get(id).orElseThrow().attempts()).isZero();
  }

  @Test
  void aJobWhoseSessionIsLostBeforeItsStartIsNotStarted() {
    AtomicReference<@Nullable AsyncWorker> other = new AtomicReference<>();
    JobStore slow =
        StoreWithFaults.around(
            store,
            (method, call) -> {
              Object answer = call.call();
              AsyncWorker polling = method.equals("claim") ? other.getAndSet(null) : null;
              if (polling != null) {
                store.sessions().forEach(session -> store.endSession(session.id(), session.beat()));
                polling.poll();
              }
              return answer;
            });
    List<Long> started = new ArrayList<>();
    JobBody body =
        job -> {
          started.add(job.leases());
          return Effects.none();
        };
    WorkerEnvironment environment =
        new WorkerEnvironment(ThreadFactories.standard(), time, time, WorkerFixture.HERE);
    WorkerConfig inline = WorkerConfig.defaults().withExecution(WorkerConfig.Execution.INLINE);
    enqueue();
    try (AsyncWorker worker = new AsyncWorker(slow, Map.of("work", body), inline, environment)) {
      worker.poll();
      enqueue();
      other.set(worker);
      assertThat(worker.poll()).isEqualTo(1);
    }
    assertThat(started).as("the first job, and not the one whose session was ended").hasSize(1);
  }

  private Heartbeat heart(JobStore store) {
    return heart(store, runs);
  }

  private Heartbeat heart(JobStore store, ActiveRuns runs) {
    WorkerEnvironment environment =
        new WorkerEnvironment(ThreadFactories.standard(), time, time, WorkerFixture.HERE);
    return new Heartbeat(store, WorkerConfig.defaults(), environment, runs, health);
  }

  private JobId enqueue() {
    return store.enqueue(JobSpec.of("work")).job().id();
  }

  private AsyncJobStatus status(JobId id) {
    return store.get(id).orElseThrow().status();
  }

  private JobRun claimed(Heartbeat heart) {
    enqueue();
    SessionId session = java.util.Objects.requireNonNull(heart.session());
    var answer =
        (dev.cleveragents.kernel.job.store.ClaimResult.Claimed)
            store.claim(session, ClaimFilter.ofTypes("work"), 1);
    JobRun run = new JobRun(answer.jobs().getFirst());
    assertThat(runs.add(run)).isTrue();
    return run;
  }

  private JobStore losing(String lost, AtomicInteger answersLeft) {
    return StoreWithFaults.around(
        store,
        (method, call) -> {
          if (method.equals(lost) && answersLeft.getAndDecrement() <= 0) {
            throw new IllegalStateException("no answer");
          }
          return call.call();
        });
  }

  private WorkerSession session(String host, long pid, boolean over, long beat) {
    ProcessIdentity process =
        pid == ProcessHandle.current().pid()
            ? ProcessIdentity.current(host)
            : new ProcessIdentity(host, pid, null);
    return new WorkerSession(
        new SessionId(new UlidGenerator(time, new Random(pid)).next()),
        "w",
        1,
        process,
        beat,
        0,
        over,
        Instant.EPOCH);
  }
}
