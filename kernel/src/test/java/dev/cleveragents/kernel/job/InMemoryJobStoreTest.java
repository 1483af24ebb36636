package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.ALL;
import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static dev.cleveragents.kernel.job.JobStoreFixture.POOL;
import static dev.cleveragents.kernel.job.JobStoreFixture.claimed;
import static dev.cleveragents.kernel.job.JobStoreFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobStoreFixture.Deaf;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InMemoryJobStoreTest extends JobStoreContract {

  @Override
  protected JobStoreHarness open(JobSettings settings) {
    ManualTime time = new ManualTime();
    JobStore store = store(settings, time);
    return new JobStoreHarness() {
      @Override
      public JobStore store() {
        return store;
      }

      @Override
      public void advance(Duration by) {
        time.advance(by);
      }

      @Override
      public void close() {}
    };
  }

  private static JobStore store(JobSettings settings, TimeSource time) {
    Random random = new Random(1);
    return new InMemoryJobStore(settings, new UlidGenerator(time, random), time, random);
  }

  @Test
  void allChangesOfOneMoveHaveTheSameTime() {
    AtomicLong nanos = new AtomicLong();
    TimeSource ticking =
        new TimeSource() {
          @Override
          public long nanos() {
            return nanos.addAndGet(1_000_000);
          }

          @Override
          public Instant wallTime() {
            return Instant.EPOCH;
          }
        };
    JobStore store = store(JobSettings.DEFAULTS, ticking);
    SessionId session = store.openSession(request("w", 2), new Deaf());
    store.enqueue(JobSpec.of("parent"));

    ClaimFilter both = ClaimFilter.ofTypes("parent", "child");
    Effects enqueueChild = unit -> unit.enqueue(JobSpec.of("child"));
    var claimed =
        claimed(
            store.claim(
                session,
                both,
                2,
                job -> job.type().equals("parent") ? enqueueChild : Effects.none()));

    assertThat(claimed.jobs()).extracting(AsyncJob::type).containsExactly("parent", "child");
    JobTimes parent = claimed.jobs().getFirst().times();
    JobTimes child = claimed.jobs().getLast().times();
    assertThat(child.enqueuedAt()).isEqualTo(parent.startedAt()).isEqualTo(child.startedAt());
  }

  @Test
  void aWallClockThatJumpsNeitherStartsADelayedJobEarlyNorHoldsItUp() {
    ManualTime time = new ManualTime();
    JobStore store = store(JobSettings.DEFAULTS, time);
    SessionId session = store.openSession(request("w", 9), new Deaf());
    store.enqueue(JobSpec.of(PLAIN).withDelay(Duration.ofMinutes(10)));

    time.jumpWallClock(Duration.ofDays(1));
    assertThat(claimed(store.claim(session, ALL, 9)).jobs()).isEmpty();
    time.jumpWallClock(Duration.ofDays(-2));
    time.advance(Duration.ofMinutes(10));
    AsyncJob first = claimed(store.claim(session, ALL, 9)).jobs().getFirst();

    AsyncJob second = store.enqueue(JobSpec.of(PLAIN)).job();
    assertThat(second.id()).as("ids go on growing").isGreaterThan(first.id());
    assertThat(second.rank()).isGreaterThanOrEqualTo(first.rank());
  }

  @Test
  void aBlockingListenerDelaysOnlyItsCaller() throws Exception {
    JobStore store = InMemoryJobStore.create();
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch proceed = new CountDownLatch(1);
    ListenerContract.Ear slow = new ListenerContract.Ear();
    slow.onWork =
        () -> {
          told.countDown();
          awaitQuietly(proceed);
        };
    SessionId session = store.openSession(request("w", 9), slow);

    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<?> caller = threads.submit(() -> store.enqueue(JobSpec.of(PLAIN)));
      assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();

      Future<ClaimResult> other = threads.submit(() -> store.claim(session, ALL, 1));
      assertThat(claimed(other.get(30, TimeUnit.SECONDS)).jobs()).hasSize(1);
      assertThat(caller.isDone()).isFalse();
      proceed.countDown();
      caller.get(30, TimeUnit.SECONDS);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aClosedSessionGetsNoMoreNotifications() {
    JobStore store = InMemoryJobStore.create(JobSettings.DEFAULTS);
    ListenerContract.Ear ear = new ListenerContract.Ear();
    store.closeSession(store.openSession(request("w", 1), ear));

    store.enqueue(JobSpec.of(PLAIN));

    assertThat(ear.work).hasValue(0);
  }

  /** Counted inside the effects of start and end, where the store's lock is held: exact. */
  @Test
  void insideTheEffectsOfAStartItsKeysAreHeldByNoMoreThanTheirLimits() {
    JobStore store = jobs().store;
    KeyLimits limits = new KeyLimits(Map.of(POOL, 3));
    Map<String, Integer> holders = new HashMap<>();
    List<String> overheld = Collections.synchronizedList(new ArrayList<>());
    List.of("a", "b", POOL)
        .forEach(
            key -> {
              jobs().enqueue(4, JobSpec.of(PLAIN).withKeys(key));
              jobs().enqueue(4, JobSpec.of(PLAIN).withKeys("a", key));
            });
    Effects taken =
        unit ->
            unit.job()
                .spec()
                .keys()
                .forEach(
                    key -> {
                      if (holders.merge(key, 1, Integer::sum) > limits.of(key)) {
                        overheld.add(unit.job() + " holds " + key);
                      }
                    });
    Effects givenBack =
        unit -> unit.job().spec().keys().forEach(key -> holders.merge(key, -1, Integer::sum));

    try (ConcurrentCalls together = new ConcurrentCalls(4)) {
      Callable<Integer> worker =
          () -> {
            SessionId session = jobs().session(3);
            for (int i = 0; i < 2_000; i++) {
              for (AsyncJob job : claimed(store.claim(session, ALL, 3, it -> taken)).jobs()) {
                store.release(job.lease(), "again", givenBack);
              }
            }
            return 0;
          };
      together.run(Collections.nCopies(4, worker));
    }

    assertThat(overheld).isEmpty();
    assertThat(holders.values()).as("it was counted").isNotEmpty().containsOnly(0);
  }
}
