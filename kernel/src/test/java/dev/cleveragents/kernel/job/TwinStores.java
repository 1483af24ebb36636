package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store under test and the reference on one clock, with the same names and the same jitter, so
 * that whatever is done to both must come out equal.
 */
final class TwinStores {

  private static final JobQuery EVERYTHING = JobQuery.newest(10_000);

  private record Answer(@Nullable Object value, @Nullable String failure) {}

  private final ManualTime time = new ManualTime();
  private final RandomJobs random;
  private final JobStore tested;
  private final JobStore reference;
  private final List<SessionId> sessions = new ArrayList<>();
  private final List<Lease> leases = new ArrayList<>();

  TwinStores(long seed) {
    random = new RandomJobs(seed);
    JobSettings settings = random.settings();
    tested = new InMemoryJobStore(settings, ids(seed), time, () -> 1L << 62);
    reference = new ReferenceJobStore(settings, ids(seed), time, () -> 1L << 62);
    openSession();
  }

  private UlidGenerator ids(long seed) {
    return new UlidGenerator(time, new Random(seed));
  }

  JobStore tested() {
    return tested;
  }

  /** One random move, the same to both. */
  void step() {
    switch (random.below(32)) {
      case 0 -> openSession();
      case 1 -> beat();
      case 2 -> time.jumpWallClock(random.time().negated());
      case 3 -> endSession();
      case 4 -> purge();
      case 5, 6 -> cancel();
      case 7, 8, 9 -> time.advance(random.time());
      case 10, 11, 12, 13, 14, 15 -> finish();
      case 16, 17, 18, 19, 20, 21 -> claim();
      case 22 -> compare();
      default -> enqueue();
    }
  }

  /** Ends all sessions and jobs and purges them. */
  void endEverything() {
    compare();
    random.stopFailingEndings();
    for (SessionId session : sessions) {
      same(store -> seen(store.closeSession(session)));
    }
    while (!reference.list(EVERYTHING.withStatus(AsyncJobStatus.QUEUED)).isEmpty()) {
      for (AsyncJob job : reference.list(EVERYTHING)) {
        same(store -> store.requestCancel(job.id(), "end", Effects.none()));
      }
    }
    compare();
    time.advance(Duration.ofSeconds(1));
    same(store -> store.purge(Duration.ZERO, Integer.MAX_VALUE));
    assertThat(tested.counts().total()).isZero();
  }

  private void openSession() {
    SessionRequest request = JobStoreFixture.request("w", 1 + random.below(4));
    same(store -> store.openSession(request, new JobStoreFixture.Deaf())).ifPresent(sessions::add);
  }

  private void beat() {
    SessionId session = random.oneOf(sessions);
    same(store -> store.beat(session));
  }

  private void endSession() {
    random.breakOrRepairEndings();
    SessionId session = random.oneOf(sessions);
    long beat = beatOf(session) - (random.oneIn(3) ? 1 : 0);
    boolean dead = random.oneIn(2);
    same(store -> seen(dead ? store.endSession(session, beat) : store.closeSession(session)));
  }

  private long beatOf(SessionId session) {
    return reference.sessions().stream()
        .filter(it -> it.id().equals(session))
        .mapToLong(WorkerSession::beat)
        .findFirst()
        .orElse(0);
  }

  /** What can be compared of the end of a session: no exception is equal to another. */
  private static List<Object> seen(SessionEnd end) {
    return List.of(end.ended(), end.recovered(), end.stuck().keySet());
  }

  private void purge() {
    Duration age = random.time();
    int limit = random.below(20);
    same(store -> store.purge(age, limit));
  }

  private void cancel() {
    JobId job = anyJob();
    Effects effects = random.effects();
    same(store -> store.requestCancel(job, "stop", effects));
  }

  private JobId anyJob() {
    List<AsyncJob> jobs = reference.list(JobQuery.newest(30));
    return jobs.isEmpty() ? new JobId(new Ulid(1, 1)) : random.oneOf(jobs).id();
  }

  private void finish() {
    if (!leases.isEmpty()) {
      Lease lease = random.oneIn(5) ? random.oneOf(leases) : leases.removeLast();
      RunOutcome outcome = random.outcome();
      Effects effects = random.effects();
      same(store -> store.finish(lease, outcome, effects));
    }
  }

  private void claim() {
    SessionId session = random.oneOf(sessions);
    ClaimFilter filter = random.filter();
    int limit = random.below(5);
    var result = same(store -> store.claim(session, filter, limit, RandomJobs::started));
    if (result.orElseThrow() instanceof ClaimResult.Claimed claimed) {
      claimed.jobs().forEach(job -> leases.add(random.below(leases.size() + 1), job.lease()));
    }
  }

  private void enqueue() {
    JobSpec spec = random.spec();
    Effects effects = random.effects();
    same(store -> store.enqueue(spec, effects));
  }

  private void compare() {
    JobQuery query = random.query(random.oneIn(2) ? null : anyJob());
    same(store -> store.list(query));
    same(store -> store.list(EVERYTHING));
    same(JobStore::counts);
    same(JobStore::sessions);
  }

  /** Does it to both, and both answers are equal; effects that threw are an answer, too. */
  private <T> Optional<T> same(Function<JobStore, T> move) {
    Answer expected = answer(move, reference);
    Answer actual = answer(move, tested);
    if (!actual.equals(expected)) {
      assertThat(actual).isEqualTo(expected);
    }
    @SuppressWarnings("unchecked") // it is what the move answered
    T value = (T) expected.value;
    return Optional.ofNullable(value);
  }

  private static <T> Answer answer(Function<JobStore, T> move, JobStore store) {
    try {
      return new Answer(move.apply(store), null);
    } catch (EffectsFailedException e) {
      return new Answer(null, Objects.toString(e.getMessage()));
    }
  }
}
