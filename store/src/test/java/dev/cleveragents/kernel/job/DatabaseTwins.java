package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.JobTableInvariants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A store on a database and the reference on one clock. The same moves are made in both and must be
 * answered alike; ids differ, because a database store uses some up for what it takes back, so jobs
 * and sessions go by the order in which they came to be.
 */
final class DatabaseTwins implements AutoCloseable {

  private static final JobQuery EVERYTHING = JobQuery.newest(10_000);
  private static final Pattern ID = Pattern.compile("\\b[0-7][0-9A-HJKMNP-TV-Z]{25}\\b");

  /** One of the two, with the names of what is in it. */
  private static final class Twin {
    final JobStore store;
    final List<JobId> jobs = new ArrayList<>();
    final List<SessionId> sessions = new ArrayList<>();
    final List<Lease> leases = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();

    Twin(JobStore store) {
      this.store = store;
    }

    void nameNewJobs() {
      for (AsyncJob job : store.list(EVERYTHING).reversed()) {
        if (names.putIfAbsent(job.id().toString(), "job " + jobs.size()) == null) {
          jobs.add(job.id());
        }
      }
    }

    SessionId openSession(SessionRequest request) {
      SessionId id = store.openSession(request, new JobStoreFixture.Deaf());
      names.put(id.toString(), "session " + sessions.size());
      sessions.add(id);
      return id;
    }

    String named(Object answer) {
      return ID.matcher(answer.toString())
          .replaceAll(match -> names.getOrDefault(match.group(), "new"));
    }
  }

  private final ManualTime time = new ManualTime();
  private final RandomJobs random;
  private final Database database;
  private final Twin tested;
  private final Twin reference;

  DatabaseTwins(long seed, String url) {
    random = new RandomJobs(seed);
    JobSettings settings = random.settings();
    database = Database.open(DatabaseSettings.at(url), ThreadFactories.standard(), time);
    UlidGenerator ids = new UlidGenerator(time, new Random(seed));
    tested = new Twin(new DatabaseJobStore(database, settings, ids, () -> 1L << 62));
    reference =
        new Twin(
            new ReferenceJobStore(
                settings,
                new UlidGenerator(time, new Random(seed)),
                new SameClock(time, database.clock().now()),
                () -> 1L << 62));
    openSession();
  }

  /** The store's clock as the reference reads it. */
  private record SameClock(ManualTime time, Instant wallTime) implements TimeSource {
    @Override
    public long nanos() {
      return time.nanos();
    }
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
      default -> enqueue();
    }
    compare();
  }

  /** Claims and completes until nothing is left to claim, in the same order. */
  void drain() {
    random.stopFailingEndings();
    for (int i = 0; i < tested.sessions.size(); i++) {
      int n = i;
      same((store, twin) -> seen(twin, store.closeSession(twin.sessions.get(n))));
    }
    openSession();
    int last = tested.sessions.size() - 1;
    for (int round = 0; round < 400 && !tested.store.list(queued()).isEmpty(); round++) {
      time.advance(Duration.ofMinutes(7));
      same((store, twin) -> claimed(twin, twin.sessions.get(last), filterOfAll(), 3));
      int held = tested.leases.size();
      for (int i = Math.max(0, held - 3); i < held; i++) {
        int n = i;
        same((store, twin) -> store.complete(twin.leases.get(n), Effects.none()));
      }
      compare();
    }
    assertThat(tested.store.list(queued())).isEmpty();
  }

  private static JobQuery queued() {
    return EVERYTHING.withStatus(AsyncJobStatus.QUEUED);
  }

  private static ClaimFilter filterOfAll() {
    return ClaimFilter.ofTypes("a", "b", "c");
  }

  private void openSession() {
    SessionRequest request = JobStoreFixture.request("w", 1 + random.below(4));
    same((store, twin) -> twin.openSession(request));
  }

  private void beat() {
    int n = random.below(tested.sessions.size());
    same(
        (store, twin) ->
            switch (store.beat(twin.sessions.get(n))) {
              case HeartbeatReply.SessionOver over -> over;
              case HeartbeatReply.Alive alive ->
                  List.of(
                      alive.beat(),
                      sorted(twin, alive.running()),
                      sorted(twin, alive.cancels().entrySet()));
            });
  }

  private void endSession() {
    random.breakOrRepairEndings();
    int n = random.below(tested.sessions.size());
    int behind = random.oneIn(3) ? 1 : 0;
    boolean dead = random.oneIn(2);
    same(
        (store, twin) -> {
          SessionId session = twin.sessions.get(n);
          long beat =
              store.sessions().stream()
                  .filter(it -> it.id().equals(session))
                  .mapToLong(WorkerSession::beat)
                  .findFirst()
                  .orElse(0);
          return seen(
              twin, dead ? store.endSession(session, beat - behind) : store.closeSession(session));
        });
  }

  private static List<Object> seen(Twin twin, SessionEnd end) {
    return List.of(end.ended(), sorted(twin, end.recovered()), sorted(twin, end.stuck().keySet()));
  }

  private static List<String> sorted(Twin twin, Iterable<?> things) {
    List<String> names = new ArrayList<>();
    things.forEach(thing -> names.add(twin.named(thing)));
    names.sort(null);
    return names;
  }

  /** With no limit: the order of jobs that ended at the same moment is not promised. */
  private void purge() {
    Duration age = random.time();
    same((store, twin) -> store.purge(age, 10_000));
  }

  private void cancel() {
    Effects effects = random.effects();
    int n = random.below(tested.jobs.size() + 1);
    same(
        (store, twin) ->
            store.requestCancel(
                n == twin.jobs.size() ? new JobId(new Ulid(1, 1)) : twin.jobs.get(n),
                "stop",
                effects));
  }

  private void finish() {
    if (!tested.leases.isEmpty()) {
      int back = random.oneIn(5) ? random.below(tested.leases.size()) : 0;
      RunOutcome outcome = random.outcome();
      Effects effects = random.effects();
      same(
          (store, twin) ->
              store.finish(twin.leases.get(twin.leases.size() - 1 - back), outcome, effects));
    }
  }

  private void claim() {
    int n = random.below(tested.sessions.size());
    ClaimFilter filter = random.filter();
    int limit = random.below(5);
    same((store, twin) -> claimed(twin, twin.sessions.get(n), filter, limit));
  }

  private static Object claimed(Twin twin, SessionId session, ClaimFilter filter, int limit) {
    ClaimResult result = twin.store.claim(session, filter, limit, DatabaseTwins::started);
    if (result instanceof ClaimResult.Claimed claimed) {
      claimed.jobs().forEach(job -> twin.leases.add(job.lease()));
    }
    return result;
  }

  /**
   * Some starts throw. None enqueues: whether the same claim or the next one takes what it has
   * enqueued itself is not promised.
   */
  private static Effects started(AsyncJob job) {
    assertThat(RandomJobs.started(job)).isNotNull();
    return Effects.none();
  }

  private void enqueue() {
    JobSpec spec = random.spec();
    Effects effects = random.effects();
    same((store, twin) -> store.enqueue(spec, effects));
  }

  private void compare() {
    same((store, twin) -> store.list(EVERYTHING));
    same((store, twin) -> store.counts());
    same((store, twin) -> store.sessions());
    assertThat(
            this.<List<String>>read(
                it -> JobTableInvariants.broken(it, random.settings().keyLimits())))
        .isEmpty();
  }

  private <T> T read(Function<dev.cleveragents.store.Transaction, T> reading) {
    return database.read(reading);
  }

  /** Does it to both, and both answers are equal; effects that threw are an answer, too. */
  private void same(BiFunction<JobStore, Twin, Object> move) {
    String expected = answer(move, reference);
    String actual = answer(move, tested);
    assertThat(actual).isEqualTo(expected);
  }

  private static String answer(BiFunction<JobStore, Twin, Object> move, Twin twin) {
    Object answer;
    try {
      answer = move.apply(twin.store, twin);
    } catch (EffectsFailedException e) {
      answer = "failed: " + e.getMessage();
    }
    twin.nameNewJobs();
    return twin.named(answer);
  }

  @Override
  public void close() {
    database.close();
  }
}
