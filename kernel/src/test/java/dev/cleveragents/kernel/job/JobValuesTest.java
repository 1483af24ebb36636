package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.kernel.job.store.SessionRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The values of the package: refused arguments, and no change from outside. */
class JobValuesTest {

  private static final JobId ID = new JobId(new Ulid(1, 1));
  private static final SessionId SESSION = new SessionId(new Ulid(2, 1));
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void aSpecSaysWhatIsWrongWithIt() {
    JobSpec spec = JobSpec.of("build");

    assertRefused(() -> JobSpec.of(" "), "A job needs a type: the name of the body that runs it");
    assertRefused(() -> spec.withKeys("a", " "), "Job of type 'build' has a blank key");
    assertRefused(() -> spec.withPriority(1001), "priority must be -1000 to 1000, is 1001");
    assertRefused(() -> spec.withPriority(-1001), "priority must be -1000 to 1000, is -1001");
    assertRefused(
        () -> spec.withDelay(Duration.ofNanos(-1)),
        "delay must not be negative, is PT-0.000000001S");
  }

  @Test
  void aSpecStartsPlainAndTakesWhatIsAdded() {
    JobSpec plain = JobSpec.of("build");

    assertThat(plain)
        .isEqualTo(
            new JobSpec(
                "build", "", List.of(), 0, Duration.ZERO, null, null, RetryPolicy.STANDARD));
    assertThat(
            plain
                .withPayload("p")
                .withKeys("k")
                .withPriority(3)
                .withDelay(Duration.ofSeconds(4))
                .withIdempotencyKey("once")
                .withGroup("g")
                .withRetry(RetryPolicy.ONCE))
        .isEqualTo(
            new JobSpec(
                "build",
                "p",
                List.of("k"),
                3,
                Duration.ofSeconds(4),
                "once",
                "g",
                RetryPolicy.ONCE));
  }

  @Test
  void keysAreSortedWithoutRepeatsAndCopied() {
    List<String> mine = new ArrayList<>(List.of("b", "a", "b"));
    JobSpec spec = new JobSpec("t", "", mine, 0, Duration.ZERO, null, null, RetryPolicy.STANDARD);
    mine.add("c");

    assertThat(spec.keys()).containsExactly("a", "b").isUnmodifiable();
    assertThat(spec.withKeys("aa", "a").keys()).containsExactly("a", "aa", "b");
  }

  @Test
  void aJobHasAnOwnerExactlyWhileItRuns() {
    AsyncJob queued = JobProtocol.enqueue(ID, JobSpec.of("t"), NOW);

    assertRefused(
        () -> withOwner(queued, AsyncJobStatus.RUNNING, null),
        "A job has an owner exactly while it is RUNNING: " + ID + " is RUNNING");
    assertRefused(
        () -> withOwner(queued, AsyncJobStatus.QUEUED, SESSION),
        "A job has an owner exactly while it is RUNNING: " + ID + " is QUEUED");
  }

  private static AsyncJob withOwner(
      AsyncJob job, AsyncJobStatus status, @Nullable SessionId owner) {
    return new AsyncJob(job.id(), job.spec(), 0, status, 0, 0, owner, null, null, job.times());
  }

  @Test
  void aQueryAsksForOneToTenThousandJobs() {
    assertRefused(() -> JobQuery.newest(0), "limit must be 1 to 10000, is 0");
    assertRefused(() -> JobQuery.newest(10_001), "limit must be 1 to 10000, is 10001");
    assertThat(
            JobQuery.newest(10_000)
                .withStatus(AsyncJobStatus.FAILED)
                .withType("t")
                .withGroup("g")
                .after(ID))
        .isEqualTo(new JobQuery(AsyncJobStatus.FAILED, "t", "g", ID, 10_000));
  }

  @Test
  void aKeyHasALimitOfOneUnlessItIsAPool() {
    Map<String, Integer> mine = new HashMap<>(Map.of("pool", 3));
    KeyLimits limits = new KeyLimits(mine);
    mine.put("other", 9);

    assertThat(limits.of("pool")).isEqualTo(3);
    assertThat(limits.of("other")).isEqualTo(1);
    assertThat(KeyLimits.ONE_EACH.of("pool")).isEqualTo(1);
    assertThat(new KeyLimits(Map.of("pool", 1)).of("pool")).isEqualTo(1);
    assertRefused(
        () -> new KeyLimits(Map.of("pool", 0)), "The limit of key 'pool' must be at least 1, is 0");
  }

  @Test
  void aSessionHasRoomForAtLeastOneJob() {
    assertRefused(
        () -> new SessionRequest("w", 0, ProcessIdentity.current("here")),
        "capacity must be at least 1, is 0");
  }

  @Test
  void answersAreUnmodifiableCopies() {
    AsyncJob job = JobProtocol.enqueue(ID, JobSpec.of("t"), NOW);
    Lease lease = new Lease(ID, 1, SESSION);
    List<AsyncJob> jobs = new ArrayList<>(List.of(job));
    Map<Lease, String> cancels = new HashMap<>(Map.of(lease, "why"));
    Map<AsyncJobStatus, Integer> counts = new HashMap<>(Map.of(AsyncJobStatus.QUEUED, 2));
    Map<JobId, RuntimeException> stuck = new HashMap<>();

    var claimed = new ClaimResult.Claimed(jobs, jobs, null);
    Set<Lease> running = new HashSet<>(Set.of(lease));
    var alive = new HeartbeatReply.Alive(1, running, cancels);
    var counted = new JobCounts(counts, 0, null);
    var ended = new SessionEnd(true, jobs, stuck);
    jobs.clear();
    running.clear();
    cancels.clear();
    counts.clear();
    stuck.put(ID, new RuntimeException());

    assertThat(claimed.jobs()).containsExactly(job).isUnmodifiable();
    assertThat(claimed.postponed()).containsExactly(job).isUnmodifiable();
    assertThat(alive.running()).containsOnly(lease).isUnmodifiable();
    assertThat(alive.cancels()).containsOnly(Map.entry(lease, "why")).isUnmodifiable();
    assertThat(counted.of(AsyncJobStatus.QUEUED)).isEqualTo(2);
    assertThat(counted.of(AsyncJobStatus.FAILED)).isZero();
    assertThat(counted.total()).isEqualTo(2);
    assertThat(ended.recovered()).containsExactly(job).isUnmodifiable();
    assertThat(ended.stuck()).isEmpty();
    assertThat(ClaimFilter.ofTypes("a", "b").types()).containsExactlyInAnyOrder("a", "b");
    assertThat(ClaimFilter.ofTypes("a").group()).isNull();
  }

  @Test
  void namesAreShownToPeopleInShort() {
    assertThat(ID).hasToString("0000000000000G000000000001");
    assertThat(SESSION).hasToString("00000000000010000000000001");
    assertThat(new Lease(ID, 7, SESSION)).hasToString("0000000000000G000000000001#7");
    assertThat(new EffectsFailedException(ID, new IllegalStateException("disk full")))
        .hasMessage(
            "The effects of moving job 0000000000000G000000000001 failed, so it was not moved:"
                + " java.lang.IllegalStateException: disk full")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
